package prove

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

type container struct {
	ID, Name, Service, State, Health string
	ExitCode                         int
}

// containers of the project, those that ended included.
func (s *stack) containers() (all []container, err error) {
	out, err := says(s.compose("ps", "--all", "--no-trunc", "--format", "json"))
	if err != nil {
		return nil, err
	}
	return readContainers(out)
}

// readContainers reads one object a line, or the list that older ones give.
func readContainers(out string) (all []container, err error) {
	if strings.HasPrefix(strings.TrimSpace(out), "[") {
		return all, json.Unmarshal([]byte(out), &all)
	}
	for d := json.NewDecoder(strings.NewReader(out)); ; {
		var one container
		switch err := d.Decode(&one); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		}
		all = append(all, one)
	}
}

// of gives the running container of a service.
func (s *stack) of(service string) (container, error) {
	all, err := s.containers()
	for _, one := range all {
		if one.Service == service && one.State == "running" {
			return one, nil
		}
	}
	return container{}, errors.Join(err, fmt.Errorf("%s does not run", service))
}

// fault says what is wrong with a container, or "".
func (one container) fault() string {
	switch {
	case one.State == "exited" && one.ExitCode == 0 && oneShot(one.Service):
		return ""
	case one.State == "exited":
		return fmt.Sprintf("%s ended with %d", one.Service, one.ExitCode)
	case one.State != "running":
		return one.Service + " is " + one.State
	case one.Health != "" && one.Health != "healthy":
		return one.Service + " is " + one.Health
	}
	return ""
}

func oneShot(service string) bool {
	return service == "migrate" || strings.HasSuffix(service, "-setup")
}

// healthy is nil when every container of the project runs and is well, and the first page opens.
func (s *stack) healthy() error {
	all, err := s.containers()
	if err != nil {
		return err
	}
	var faults []error
	for _, one := range all {
		if f := one.fault(); f != "" {
			faults = append(faults, errors.New(f))
		}
	}
	if len(all) == 0 {
		faults = append(faults, errors.New("no container is there"))
	}
	if len(faults) == 0 {
		faults = append(faults, s.web.opens("/"), s.web.opens("/readyz"))
	}
	return errors.Join(faults...)
}
