import * as limits from '../../../api/limits.gen'
import type { Auth } from '../../../auth/types'
import { AreaField, NumberField, TextField } from '../../../staff/fields'
import { documentAt, readFile } from '../../../staff/files/library'
import { FlyerField } from '../../../staff/editor/FlyerField'
import { Items } from '../../../staff/Items'
import { textOf } from '../../../staff/textOf'
import type { Settings } from './settings'

type Anbi = NonNullable<Settings['anbi']>

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
  const text = textOf(of, put)
  const line: typeof text = (name, limit) => ({
    ...text(name, limit),
    onChange: typed => put({ [name]: typed.replaceAll('\n', ' ') }),
  })
  const report = (id: string | undefined) => {
    if (id === undefined) return put({ reportUrl: '' })
    void readFile(auth, id).then(
      file => set(now => ({ ...now, reportUrl: documentAt(file) })),
      () => undefined,
    )
  }
  return (
    <>
      <p>Dit staat op de pagina Over ons. Adres, telefoon en e-mail komen van het huis zelf.</p>
      <TextField {...text('legalName', limits.ANBI.legalName)} label="Naam van de stichting" />
      <TextField {...text('rsin')} label="RSIN" hint="Negen cijfers." short />
      <TextField {...text('kvk')} label="KvK-nummer" hint="Acht cijfers." short />
      <AreaField {...line('aim', limits.ANBI.aim)} label="Wat is ons doel?" />
      <AreaField
        {...line('plan', limits.ANBI.plan)}
        label="Hoe doen we dat?"
        hint="Het beleidsplan in het kort."
        rows={5}
      />
      <Items
        name="board"
        of={of.board}
        set={board => put({ board })}
        title="Bestuur"
        add="Voeg iemand van het bestuur toe"
        fresh={{ name: '', role: '' }}
      >
        {(_, __, text) => (
          <>
            <TextField {...text('name', limits.BoardMember.name)} label="Naam" />
            <TextField {...text('role', limits.BoardMember.role)} label="Functie" short />
          </>
        )}
      </Items>
      <AreaField {...line('pay', limits.ANBI.pay)} label="Wie krijgt betaald?" />
      <NumberField
        name="reportYear"
        label="Jaar van het verslag"
        value={of.reportYear || undefined}
        onChange={n => put({ reportYear: n ?? 0 })}
      />
      <AreaField
        {...line('report', limits.ANBI.report)}
        label="Wat deden we in dat jaar?"
        optional
        rows={5}
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
