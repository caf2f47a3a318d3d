import { createContext, useContext } from 'react'
import type { VisitorForm } from './useVisitorForm'

export const FormContext = createContext<VisitorForm | undefined>(undefined)

/**
 * The form around a field or button: no part of a form works without its pending state and its
 * problem.
 */
export function useForm(): VisitorForm {
  const form = useContext(FormContext)
  if (!form) throw new Error('a field stands outside a form')
  return form
}
