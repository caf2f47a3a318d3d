import * as limits from '../../../api/limits.gen'
import type { Auth } from '../../../auth/types'
import { AreaField, NumberField, TextField } from '../../../staff/fields'
import { documentAt, fileAt, fileOf } from '../../../staff/files/library'
import { FlyerField } from '../../../staff/editor/FlyerField'
import { PressButton } from '../../../ui/PressButton'
import type { Settings } from './settings'

type Anbi = NonNullable<Settings['anbi']>

const oneLine = (text: string) => text.replaceAll('\n', ' ')

/**
 * What a foundation for the public good has to tell; visitors read it on the page about the house.
 */
export function AnbiFields({
  of,
  set,
  auth,
}: {
  of: Anbi
  set(next: Anbi | ((now: Anbi) => Anbi)): void
  auth: Auth
}) {
  const put = (next: Partial<Anbi>) => set({ ...of, ...next })
  const report = (id: string | undefined) => {
    if (id === undefined) return put({ reportUrl: '' })
    void auth
      .fetch(fileAt(id))
      .then(fileOf)
      .then(
        file => set(now => ({ ...now, reportUrl: documentAt(file) })),
        () => undefined,
      )
  }
  return (
    <>
      <p>Dit staat op de pagina Over ons. Adres, telefoon en e-mail komen van het huis zelf.</p>
      <TextField
        name="legalName"
        label="Naam van de stichting"
        max={limits.ANBI.legalName.maxLength}
        value={of.legalName}
        onChange={legalName => put({ legalName })}
      />
      <TextField
        name="rsin"
        label="RSIN"
        hint="Negen cijfers."
        short
        value={of.rsin}
        onChange={rsin => put({ rsin })}
      />
      <TextField
        name="kvk"
        label="KvK-nummer"
        hint="Acht cijfers."
        short
        value={of.kvk}
        onChange={kvk => put({ kvk })}
      />
      <AreaField
        name="aim"
        label="Wat is ons doel?"
        max={limits.ANBI.aim.maxLength}
        value={of.aim}
        onChange={t => put({ aim: oneLine(t) })}
      />
      <AreaField
        name="plan"
        label="Hoe doen we dat?"
        hint="Het beleidsplan in het kort."
        max={limits.ANBI.plan.maxLength}
        rows={5}
        value={of.plan}
        onChange={t => put({ plan: oneLine(t) })}
      />
      <Board of={of.board} set={board => put({ board })} />
      <AreaField
        name="pay"
        label="Wie krijgt betaald?"
        max={limits.ANBI.pay.maxLength}
        value={of.pay}
        onChange={t => put({ pay: oneLine(t) })}
      />
      <NumberField
        name="reportYear"
        label="Jaar van het verslag"
        value={of.reportYear || undefined}
        onChange={n => put({ reportYear: n ?? 0 })}
      />
      <AreaField
        name="report"
        label="Wat deden we in dat jaar?"
        optional
        max={limits.ANBI.report.maxLength}
        rows={5}
        value={of.report}
        onChange={t => put({ report: oneLine(t) })}
      />
      <AreaField
        name="accounts"
        label="Wat kostte dat?"
        hint="Op elke regel één bedrag."
        optional
        rows={5}
        value={of.accounts.join('\n')}
        onChange={t => put({ accounts: t === '' ? [] : t.split('\n') })}
      />
      <FlyerField
        name="reportUrl"
        label="Het hele verslag"
        hint="Een pdf. Zonder pdf staat er dat mensen het kunnen vragen."
        value={/^\/bestanden\/(fil_[^/]+)\//.exec(of.reportUrl ?? '')?.[1]}
        onChange={report}
        auth={auth}
      />
    </>
  )
}

function Board({ of, set }: { of: Anbi['board']; set(next: Anbi['board']): void }) {
  const change = (i: number, next: Partial<Anbi['board'][number]>) =>
    set(of.map((m, n) => (n === i ? { ...m, ...next } : m)))
  return (
    <>
      {of.map((m, i) => (
        <fieldset key={i} className="box">
          <legend className="label">Bestuur {i + 1}</legend>
          <TextField
            name={`board.${i}.name`}
            label="Naam"
            max={limits.BoardMember.name.maxLength}
            value={m.name}
            onChange={name => change(i, { name })}
          />
          <TextField
            name={`board.${i}.role`}
            label="Functie"
            max={limits.BoardMember.role.maxLength}
            short
            value={m.role}
            onChange={role => change(i, { role })}
          />
          <p>
            <PressButton second press={() => set(of.filter((_, n) => n !== i))}>
              Haal bestuur {i + 1} weg
            </PressButton>
          </p>
        </fieldset>
      ))}
      <p>
        <PressButton second press={() => set([...of, { name: '', role: '' }])}>
          Voeg iemand van het bestuur toe
        </PressButton>
      </p>
    </>
  )
}
