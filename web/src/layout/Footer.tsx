import * as to from '../paths'
import { Icon } from '../ui/Icon'
import { MailLink } from '../ui/MailLink'
import { facebook, instagram } from '../ui/icons'
import { PageLink } from '../ui/PageLink'
import { quickLinks } from './links'
import { SignInOrOut } from './SignInOrOut'
import { useLayout } from './site'

export function Footer({ hidden }: { hidden: boolean }) {
  const site = useLayout()
  return (
    <footer className="foot" hidden={hidden} inert={hidden}>
      <div className="foot-edge" />
      <div className="wrap">
        <p className="foot-help">
          <strong>Nu hulp nodig?</strong> Bel <a href={to.tel('112')}>112</a> bij gevaar, of{' '}
          <a href={to.tel('113')}>113</a> als je aan zelfdoding denkt.{' '}
          <PageLink to={to.contact(undefined, 'hulp')}>Meer nummers</PageLink>
        </p>
        <div className="foot-all">
          <div className="foot-cols">
            <nav aria-labelledby="snelle-links">
              <h2 id="snelle-links">Snelle links</h2>
              <ul className="foot-links">
                {quickLinks.map(l => (
                  <li key={l.to}>
                    <PageLink to={l.to}>{l.label}</PageLink>
                  </li>
                ))}
                <SignInOrOut />
              </ul>
            </nav>
            <div>
              <h2>Werken bij</h2>
              <ul>
                <li>
                  <PageLink to={to.volunteers()}>Vrijwilliger worden?</PageLink>
                </li>
              </ul>
              <h2>Privacy en klachten</h2>
              <ul>
                <li>
                  <PageLink to={to.privacy()}>Privacybeleid</PageLink>
                </li>
                <li>
                  <PageLink to={to.complaints()}>Heb je een klacht?</PageLink>
                </li>
              </ul>
            </div>
            <Socials />
          </div>
          <Contact />
        </div>
        <p className="foot-end">
          <span>
            © {site.freshUntil.slice(0, 4)} {site.name}
          </span>
          {site.credit ? (
            <a href={site.credit.url}>{site.credit.text}</a>
          ) : (
            <PageLink to={to.about('deze-site')}>Over deze site</PageLink>
          )}
          <PageLink to={to.privacy('mijn-keuzes')}>Mijn keuzes</PageLink>
          <PageLink to={to.about('toegankelijkheid')}>Toegankelijkheid</PageLink>
        </p>
      </div>
    </footer>
  )
}

function Contact() {
  const site = useLayout()
  return (
    <div className="foot-contact">
      <h2>Contact</h2>
      <p className="foot-reach">
        {site.phone && <a href={to.tel(site.phone)}>{site.phone}</a>}{' '}
        {site.email && <MailLink to={site.email} />}
      </p>
      <address>
        {site.address.map(line => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </div>
  )
}

function Socials() {
  const { socials } = useLayout()
  const list = [
    ['Facebook', socials.facebook, facebook],
    ['Instagram', socials.instagram, instagram],
  ] as const
  if (!list.some(([, url]) => url)) return null
  return (
    <div>
      <h2>Volg ons</h2>
      <ul>
        {list.map(
          ([name, url, icon]) =>
            url && (
              <li key={name}>
                <a href={url} target="_blank" rel="noopener noreferrer">
                  <Icon of={icon} />
                  <span>
                    {name}
                    <span className="sr"> (opent in nieuw tabblad)</span>
                  </span>
                </a>
              </li>
            ),
        )}
      </ul>
    </div>
  )
}
