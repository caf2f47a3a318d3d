import './story.css'
import { useEffect, useState } from 'react'
import type { ScreenProps } from '../../../page'
import * as to from '../../../paths'
import { bars } from '../../../staff/bars'
import type { Refusal } from '../../../staff/drafts'
import { EditorFrame } from '../../../staff/editor/EditorFrame'
import { TickField } from '../../../staff/fields'
import { mayWrite } from '../../../staff/roles'
import { useDraft } from '../../../staff/editor/useDraft'
import { useId, useOwnAddress } from '../../../staff/editor/useNew'
import { at } from '../../../screens'
import { Icon } from '../../../ui/Icon'
import { triangleAlert } from '../../../ui/noticeIcons'
import { useConsent } from './consent'
import { ConsentRecord } from './ConsentRecord'
import { Needed } from './Needed'
import { StoryFields } from './StoryFields'
import { NextStep, StoryPath } from './StoryPath'
import { freshStory, storySpeech } from './story'
import { TakeAway } from './TakeAway'

/** `/addStory` and `/editstory/:s`. */
export default function StoryEditPage({ auth, user, params }: ScreenProps) {
  const made = params['s'] === undefined
  const id = useId(params['s'], 'sty_', user.uid)
  const d = useDraft(auth, 'stories', id, made ? freshStory : undefined)
  useOwnAddress(d, made, at('story', id))
  const consent = useConsent(auth, id, d.draft !== undefined)
  const [typoOnly, setTypo] = useState(false)
  useEffect(() => setTypo(false), [d.draft?.publishedAt]) // each time it is said anew
  const [refused, refuse] = useState<{ refusal: Refusal; turn: number }>()
  // what it was refused for may be mended by what was done since
  const { version, status } = d.draft ?? {}
  useEffect(() => refuse(undefined), [version, status, consent.known])
  const write = mayWrite(user, 'redactie', 'coordinator')
  const gone =
    d.draft?.status === 'withdrawn' ||
    (consent.known.is === 'known' && consent.known.consent.withdrawnAt !== undefined)
  // nothing says any more that it is online
  useEffect(() => {
    if (gone) bars.drop(id)
  }, [gone, id])
  const online = d.draft?.publishedAt !== undefined
  const publishAnyway = () => {
    refuse(undefined)
    void d.publish({ confirmed: true }).then(r => {
      if (r) take(r)
    })
  }
  const take = (refusal: Refusal) => {
    const ours = refusal.fields.some(f =>
      ['consent', 'photo', 'approval', 'reviewer', 'confirmed', 'typoOnly'].includes(f.name),
    )
    if (ours) refuse(now => ({ refusal, turn: (now?.turn ?? 0) + 1 }))
    return ours
  }
  return (
    <EditorFrame
      auth={auth}
      user={user}
      draft={d}
      speech={storySpeech}
      title={made ? 'Nieuw verhaal' : 'Verhaal'}
      heading={d.draft && d.doc?.title}
      back={{ to: at('stories'), words: 'Verhalen' }}
      write={write && !gone}
      publicAt={to.story(id)}
      noPreview={gone}
      refused={take}
      before={() => {
        refuse(undefined)
        return typoOnly ? { typoOnly } : {}
      }}
      aside={d.is === 'ready' && !gone && <StoryPath draft={d} desk={consent} />}
    >
      {d.is === 'ready' && (
        <>
          {gone && (
            <p className="alert alert-warn">
              <Icon of={triangleAlert} />
              <span>
                De verteller heeft dit verhaal ingetrokken. De tekst is gewist. Het bewijs van de
                toestemming blijft een jaar bewaard.
              </span>
            </p>
          )}
          {refused && (
            <Needed
              refusal={refused.refusal}
              turn={refused.turn}
              wait={() => refuse(undefined)}
              go={publishAnyway}
            />
          )}
          {!gone && <NextStep draft={d} desk={consent} write={write} />}
          {!gone && <StoryFields d={d} auth={auth} />}
          {!gone && online && d.draft?.changed && (
            <TickField
              name="typoOnly"
              label="Alleen een tikfout"
              hint="De verteller hoeft dan niet opnieuw goed te keuren. We houden dit bij in het logboek."
              value={typoOnly}
              onChange={setTypo}
            />
          )}
          <ConsentRecord desk={consent} there={d.draft !== undefined} />
          {d.draft && !gone && <TakeAway desk={consent} done={d.reload} />}
        </>
      )}
    </EditorFrame>
  )
}
