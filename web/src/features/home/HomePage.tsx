import './home.css'
import { PageDrawing, type Drawn } from '../../drawings/PageDrawing'
import { organizationJson } from '../../layout/organization'
import { Phone } from '../../layout/Phone'
import { Sign } from '../../layout/Sign'
import type { Head, PageProps } from '../../page'
import type { PageData, Site } from '../../pages'
import * as to from '../../paths'
import { PageLink } from '../../ui/PageLink'
import { Numbers, Written } from './Latest'
import { Soon } from './Soon'

type Data = PageData<'home/HomePage'>

export default function HomePage({ data: { home, latest } }: PageProps<Data>) {
  return (
    <>
      <div className="hero">
        <div className="wrap hero-in">
          <div className="hero-text">
            <h1>{home.promise}</h1>
            <p className="lead">{home.lead}</p>
            <Sign
              next={
                <PageLink className="btn" to={to.agenda()}>
                  Bekijk het programma
                </PageLink>
              }
            />
          </div>
          <div className="hero-art">
            <PageDrawing
              of={plein}
              label="Tekening van een huis aan een plein. De deur staat open en op de tweede verdieping brandt licht."
            />
          </div>
        </div>
      </div>
      <div className="wrap page stack-l">
        <p className="lead">Je hoeft niets te bewijzen.</p>
        <Soon home={home} />
      </div>
      <FirstTime steps={home.firstTime} />
      <div className="wrap page stack-xl">
        <Written latest={latest} />
        <Numbers latest={latest} />
        <div className="stack">
          <p>
            Wij geven geen behandeling en zijn geen crisisdienst.{' '}
            <PageLink to={to.contact(undefined, 'hulp')}>Bekijk wie je nu kan helpen</PageLink>.
          </p>
          <p>
            Wil je weten wat er bij ons gebeurt?{' '}
            <PageLink to={to.newsletter()}>Meld je aan voor de nieuwsbrief</PageLink>.
          </p>
        </div>
      </div>
    </>
  )
}

const plein: Drawn = {
  name: 'plein',
  size: [664, 526],
  lines: () => import('../../drawings/plein'),
}
const drawings = ['bell', 'chair', 'coffee', 'choose'].map((name): Drawn => ({
  name,
  size: [120, 100],
  lines: () => import('../../drawings/steps'),
}))

const FirstTime = ({ steps }: { steps: Data['home']['firstTime'] }) => (
  <section className="band come" id="eerste-keer" aria-labelledby="eerste-keer-kop">
    <div className="wrap stack-l">
      <h2 id="eerste-keer-kop">Voor het eerst? Zo gaat het</h2>
      <ol className="steps grid grid-4">
        {steps.map((s, i) => (
          <li key={s.title}>
            {drawings[i] && <PageDrawing of={drawings[i]} />}
            <h3>{s.title}</h3>
            <p>{s.text}</p>
          </li>
        ))}
      </ol>
      <p>Je hoeft je niet aan te melden.</p>
      <p>
        <Phone before="Kom je voor het eerst? Bel gerust: " after="." />
      </p>
    </div>
  </section>
)

HomePage.head = ({ layout }: Data & { layout?: Site }): Head => ({
  title: 'Welkom – Herstelruimte',
  description:
    'Een plek om op adem te komen. Voor mensen die het moeilijk hebben of hebben gehad, en voor hun naasten.',
  canonical: to.home(),
  jsonLd: layout && organizationJson(layout),
})
