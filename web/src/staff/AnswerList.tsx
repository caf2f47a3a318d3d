import type { ReactNode } from 'react'

/** Questions with their answers; what is empty is left out. */
export const AnswerList = ({ of }: { of: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="answers">
    {of.map(
      ([question, answer]) =>
        answer && (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ),
    )}
  </dl>
)
