import '../../ui/card.css'
import { fullDay } from '../../api/moment'
import { asLeft } from '../../layout/arrival'
import type { Head, PageProps } from '../../page'
import type { PageData } from '../../pages'
import * as to from '../../paths'
import { NewsDrawing } from '../../programme/NewsItem'
import { Icon } from '../../ui/Icon'
import { Soft } from '../../ui/Soft'
import { arrowLeft } from '../../ui/icons'
import { circleAlert } from '../../ui/noticeIcons'
import { PageLink } from '../../ui/PageLink'
import { PageTools } from '../../ui/PageTools'
import { Photo } from '../../ui/Photo'
import { ReadingAids } from '../../ui/ReadingAids'
import { RichText } from '../../ui/RichText'
import { articleJson } from './article'

type Data = PageData<'news/NewsItemPage'>

export default function NewsItemPage({ data: { item: n } }: PageProps<Data>) {
  return (
    <div className="wrap page">
      <div className="reading stack-l">
        <article className="stack-l">
          <div className="stack">
            <div>
              <PageLink className="back" to={asLeft(to.news())}>
                <Icon of={arrowLeft} />
                Al het nieuws
              </PageLink>
              <h1>
                <Soft>{n.title}</Soft>
              </h1>
              <p className="muted">
                <time dateTime={n.day}>{fullDay(n.day)}</time> · {n.author}
              </p>
            </div>
            {n.image ? (
              <Photo of={n.image} media={n.media} first />
            ) : (
              <div className="tile drawing">
                <NewsDrawing of={n} />
              </div>
            )}
            <ReadingAids />
          </div>
          {n.expired && (
            <p className="alert">
              <Icon of={circleAlert} />
              <span>Dit bericht is van {fullDay(n.day)}.</span>
            </p>
          )}
          <div className="prose">
            <p>
              <strong>{n.summary}</strong>
            </p>
            <RichText doc={n.body} media={n.media} below={!!n.image} />
          </div>
        </article>
        <PageTools />
      </div>
    </div>
  )
}

NewsItemPage.head = ({ item: n }: Data): Head => ({
  title: `${n.title} – Herstelruimte`,
  description: n.summary,
  canonical: to.newsItem(n.id),
  jsonLd: articleJson(n),
  image: pictureOf(n),
})

/** The photo of an item as previews take it: some 1,200 wide, while it may be shown at all. */
function pictureOf({ image, media }: Data['item']) {
  const width = image && media?.[image.fileId]?.widths.findLast(w => w <= 1280)
  return width ? `/media/${image.fileId}/${width}.jpg` : undefined
}
