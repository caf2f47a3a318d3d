import { useState } from 'react'
import type { Head, Extra, PageProps } from '../../../page'
import type { PageData } from '../../../pages'
import * as to from '../../../paths'
import { titleWarning } from '../../../ui/titleWarning'
import { FormPage } from './FormPage'
import { NoSignUp } from './NoSignUp'
import { RegisterForm } from './RegisterForm'
import { asFound, refusal } from './useRefused'

type Data = PageData<'agenda/signup/RegisterPage'>

export default function RegisterPage({ data: { date }, form, flash, ticket }: PageProps<Data>) {
  const refused = refusal({ form, flash })
  const [free, setFree] = useState(form?.problem.free)
  const asks = !refused && (form !== undefined || date.status === 'open' || date.status === 'few')
  return (
    <FormPage title="Aanmelden" date={asFound(date, free)} said={!asks}>
      {asks ? (
        <RegisterForm key={date.id} date={date} form={form} ticket={ticket} found={setFree} />
      ) : (
        <NoSignUp date={date} refused={refused} />
      )}
    </FormPage>
  )
}

RegisterPage.head = ({ date }: Data, _: Record<string, string>, { form }: Extra): Head => ({
  title: (form ? titleWarning : '') + 'Aanmelden',
  neutral: true,
  description: 'Meld je aan met je voornaam. Een account is niet nodig.',
  canonical: to.register(date.activityId, date.id),
})
