import { Component, useEffect, useRef, type ErrorInfo, type ReactNode } from 'react'
import * as to from '../paths'
import { Logo } from './Logo'
import { Phone } from './Phone'
import { TroubleDrawing } from './TroubleDrawing'

/**
 * The last net in the browser: an error while rendering shows this screen instead of an empty page.
 */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
    document.title = 'Er ging iets mis – Herstelruimte'
  }

  override render() {
    return this.state.crashed ? <Crash /> : this.props.children
  }
}

// Plain links: a full load leaves behind whatever was broken.
function Crash() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <main className="wrap page apart crash">
      <div className="stack-l">
        <p>
          <a href={to.home()}>
            <Logo />
          </a>
        </p>
        <h1 ref={heading} lang="en" tabIndex={-1}>
          Unexpected Application Error!
        </h1>
        <p className="lead">
          Er ging iets mis met deze pagina. Ga terug naar de startpagina of bel ons.
        </p>
        <p className="row">
          <a className="btn" href={to.home()}>
            Naar de startpagina
          </a>{' '}
          <Phone />
        </p>
      </div>
      <TroubleDrawing />
    </main>
  )
}
