package house

import (
	"fmt"
	"time"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// Processing is where the data of visitors lie, and which companies work with them for the house.
type Processing struct {
	ServerCountry string      `json:"serverCountry" letters:"60"`
	Processors    []Processor `json:"processors" items:"12"`
}

// Processor is a company with an agreement on paper.
type Processor struct {
	Name    string `json:"name" letters:"80"`
	Purpose string `json:"purpose" letters:"120" doc:"what for"`
	Country string `json:"country" letters:"60"`
	Since   string `json:"since" format:"date" doc:"day of the agreement"`
}

// copied is its own copy, without a null list.
func (p *Processing) copied() *Processing {
	if p == nil {
		return nil
	}
	return &Processing{p.ServerCountry, append([]Processor{}, p.Processors...)}
}

func (p *Processing) tidy() {
	p.ServerCountry = httpkit.Line(p.ServerCountry)
	for i, one := range p.Processors {
		p.Processors[i] = Processor{
			httpkit.Line(one.Name),
			httpkit.Line(one.Purpose),
			httpkit.Line(one.Country),
			one.Since,
		}
	}
}

func (c *checker) processing(p *Processing) {
	if p == nil {
		return
	}
	const in = "processing."
	c.text(p, in+"serverCountry", p.ServerCountry, 1)
	c.When(len(p.Processors) > problem.Most(p, "processors"), in+"processors", problem.TooLong)
	for i, one := range p.Processors {
		at := fmt.Sprintf("%sprocessors.%d.", in, i)
		c.text(one, at+"name", one.Name, 1)
		c.text(one, at+"purpose", one.Purpose, 1)
		c.text(one, at+"country", one.Country, 1)
		_, err := time.Parse(time.DateOnly, one.Since)
		c.When(err != nil, at+"since", problem.Invalid)
	}
}
