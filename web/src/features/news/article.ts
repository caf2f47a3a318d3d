import type { PageData } from '../../pages'

/** The item as search engines read it: schema.org Article. Nobody is named: the house writes. */
export function articleJson(n: PageData<'news/NewsItemPage'>['item']): object {
  const house = { '@type': 'Organization', name: 'Herstelruimte' }
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: n.title,
    description: n.summary,
    datePublished: n.publishedAt,
    dateModified: n.updatedAt,
    inLanguage: 'nl',
    author: house,
    publisher: house,
  }
}
