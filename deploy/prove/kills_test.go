package prove

import (
	"errors"
	"fmt"
	"strconv"
	"time"
)

const (
	killRounds = 10
	// between is how many sign-ups are acknowledged between two kills: enough to be in the middle
	// of things.
	between = 25
)

// victims are killed one by one in each round.
var victims = []string{"site", "db", "minio"}

// kills lets visitors sign up while parts of the stack die, and asks afterwards for every sign-up
// that was acknowledged.
func (s *stack) kills() error {
	acked, err := s.whileSigningUp(func(all *signUps) error {
		for round := range killRounds {
			for _, victim := range victims {
				if err := s.killAndRecover(all, victim); err != nil {
					return fmt.Errorf("round %d: %w", round+1, err)
				}
			}
			say(
				"    round %d of %d: %d sign-ups acknowledged",
				round+1,
				killRounds,
				all.count(),
			)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := s.verify(acked); err != nil {
		return err
	}
	say("    all %d acknowledged sign-ups are in the database", len(acked))
	return s.invariants()
}

// whileSigningUp does something while visitors sign up, and gives what they were told is kept. The
// stack is well again after it.
func (s *stack) whileSigningUp(act func(*signUps) error) ([]string, error) {
	f, err := s.ripeForm()
	if err != nil {
		return nil, err
	}
	all := s.startSignUps(f)
	err = s.more(all, "the first sign-ups", between)
	if err == nil {
		err = act(all)
	}
	acked, faults := all.end()
	if err = errors.Join(err, faults); err != nil {
		return acked, err
	}
	return acked, s.until("all is well again", generous, s.healthy)
}

// ripeForm is a form that is old enough to be sent.
func (s *stack) ripeForm() (*form, error) {
	f, err := s.openForm()
	if err != nil {
		return nil, err
	}
	young := func() error {
		a, err := s.send(f, newPerson(int(time.Now().UnixMilli()%1_000_000)))
		if err == nil && a.status >= 300 {
			err = fmt.Errorf("a sign-up is answered %d: %s", a.status, lastLines(string(a.body), 3))
		}
		return err
	}
	return f, s.until("a form that is old enough", generous, young)
}

// more waits for n further acknowledged sign-ups.
func (s *stack) more(all *signUps, what string, n int) error {
	goal := all.count() + n
	return until(s.ctx, what, generous, 20*time.Millisecond, func() error {
		if have := all.count(); have < goal {
			return fmt.Errorf("%d sign-ups are missing", goal-have)
		}
		return nil
	})
}

// killAndRecover kills -9, waits until Docker has brought the container back, and until sign-ups
// come in again.
func (s *stack) killAndRecover(all *signUps, victim string) error {
	before, err := s.kill9(victim)
	if err != nil {
		return err
	}
	err = s.until(victim+" is back", generous, func() error {
		now, err := s.pid(victim)
		if err == nil && (now == before || now == 0) {
			err = errors.New("not yet")
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.more(all, "sign-ups after the kill of "+victim, between)
}

// kill9 kills the first process of a container from the host. (docker kill would count as stopping
// it by hand, after which Docker does not start it again.) A container in the host's process space
// does it, so it works for whoever may use Docker.
func (s *stack) kill9(service string) (int, error) {
	pid, err := s.pid(service)
	if err != nil {
		return 0, err
	}
	if pid == 0 {
		return 0, fmt.Errorf("%s does not run", service)
	}
	_, err = s.asRoot([]string{"--pid=host"}, "kill", "-9", strconv.Itoa(pid))
	return pid, err
}

// asRoot runs a program of the database's image as root, in a container that is removed at once.
func (s *stack) asRoot(options []string, words ...string) (string, error) {
	image, err := s.imageOf("db")
	if err != nil {
		return "", err
	}
	line := append([]string{
		"docker",
		"run",
		"--rm",
		"--network=none",
		"--user=0:0",
		"--entrypoint",
		words[0],
	}, options...)
	return says(s.process(append(append(line, image), words[1:]...)...))
}

// imageOf gives the image of a container, whether it runs or not.
func (s *stack) imageOf(service string) (string, error) {
	all, err := s.containers()
	for _, one := range all {
		if one.Service == service {
			return says(s.process("docker", "inspect", "-f", "{{.Config.Image}}", one.ID))
		}
	}
	return "", errors.Join(err, fmt.Errorf("there is no container %s", service))
}

// pid of the first process of a container, in the host's process space; 0 while it does not run.
func (s *stack) pid(service string) (int, error) {
	all, err := s.containers()
	if err != nil {
		return 0, err
	}
	for _, one := range all {
		if one.Service == service {
			out, err := says(s.process("docker", "inspect", "-f", "{{.State.Pid}}", one.ID))
			if err != nil {
				return 0, err
			}
			return strconv.Atoi(out)
		}
	}
	return 0, fmt.Errorf("there is no container %s", service)
}

// control makes PostgreSQL answer before it has written, and must see that a kill then loses
// acknowledged sign-ups: else the trial before this one proves nothing.
func (s *stack) control() error {
	const late = `
		alter system set synchronous_commit = off;
		alter system set wal_writer_delay = '10s';
		alter system set wal_writer_flush_after = '1GB';
		select pg_reload_conf()`
	if _, err := s.sql(late); err != nil {
		return err
	}
	err := s.seenToLose()
	back := s.until("the database answers", generous, func() error {
		_, err := s.sql(`
			alter system reset synchronous_commit;
			alter system reset wal_writer_delay;
			alter system reset wal_writer_flush_after;
			select pg_reload_conf()`)
		return err
	})
	return errors.Join(err, back)
}

// controlTries: the kill may come right after PostgreSQL has written.
const controlTries = 5

func (s *stack) seenToLose() error {
	for range controlTries {
		acked, err := s.whileSigningUp(func(all *signUps) error {
			return s.killAndRecover(all, "db")
		})
		if err != nil {
			return err
		}
		var l lostError
		if err := s.verify(acked); errors.As(err, &l) {
			say("    seen: %v", l)
			return nil
		} else if err != nil {
			return err
		}
	}
	return fmt.Errorf("%d kills lost nothing: this check cannot see a loss", controlTries)
}

// invariants asks the program itself whether its data hold together.
func (s *stack) invariants() error {
	out, err := s.in("site", "/herstelruimte", "data")
	if err == nil {
		say("    %s", lastLines(out, 1))
	}
	return err
}
