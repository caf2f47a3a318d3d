import { useEffect } from 'react'
import { useLocation } from '../../router'

/**
 * Opens the question that the address names and focuses it, at the first load and at each change
 * after it. Without JavaScript the browser does the same by itself: the id stands inside what is
 * folded.
 */
export function useOpened() {
  const { key, hash } = useLocation()
  useEffect(() => {
    if (!hash.startsWith('#faq_')) return
    const answer = document.getElementById(hash.slice(1))
    const question = answer?.closest('details')
    if (!question) return
    question.open = true
    // After the arrival, which focuses what the address names: here the answer.
    queueMicrotask(() => {
      question.scrollIntoView()
      question.querySelector('summary')!.focus({ preventScroll: true })
    })
  }, [key, hash])
}
