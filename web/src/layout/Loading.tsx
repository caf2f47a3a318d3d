import { useEffect, useState } from 'react'

const patience = 2000

/**
 * The empty container: nothing to see, and after two seconds something to
 * hear.
 */
export function Loading() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <p className="sr" role="status">
        {late && 'Even geduld, de pagina wordt geladen.'}
      </p>
      <div className="wrap page loading" aria-busy="true" />
    </>
  )
}
