import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'

const at = (file: string) => new URL(file, import.meta.url).pathname

// What the server alone reads of the site map: which operation a plain form runs, where it goes
// after, and with which status a page answers. In the browser it would be weight on every page.
const browserSiteMap: Plugin = {
  name: 'browser-site-map',
  transform(code, id) {
    if (!id.endsWith('/src/pages.ts')) return undefined
    const cut: [number, number][] = []
    JSON.stringify(this.parse(code), (_, node) => {
      if (node?.type === 'Property' && ['forms', 'status'].includes(node.key.name))
        cut.push([node.start, node.end])
      return node
    })
    return cut
      .reverse()
      .reduce((left, [from, to]) => left.slice(0, from) + left.slice(to).replace(/^\s*,/, ''), code)
  },
}

// One file built by itself, that shares no chunk with the pages: its code.
async function alone(file: string) {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: at(file), output: { format: 'iife' } },
    },
  })
  return (built as Rolldown.RolldownOutput).output[0].code
}

// Pages come rendered: what is seen first is the text, its look and its letters. `start` asks for
// the scripts after that. What the entry brings stands before what Go adds for one page
// (<!--head-->), so that the look of a page wins from that of all pages.
const scriptsLast = (): Plugin => {
  let start = ''
  return {
    name: 'scripts-last',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      async handler() {
        start = this.getFileName(
          this.emitFile({ type: 'asset', name: 'start.js', source: await alone('./src/start.ts') }),
        )
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: page => {
        const own = /^ *<(script type="module"|link rel="(modulepreload|stylesheet)").*\n/gm
        const tags = (page.match(own) ?? [])
          .join('')
          .replaceAll('rel="modulepreload"', 'rel=""')
          .replace(
            /<script type="module" crossorigin src="(.*?)">/,
            `<script defer src="/${start}" data-entry="$1">`,
          )
        return page.replace(own, '').replace(/^ *<!--head-->/m, tags + '    <!--head-->')
      },
    },
  }
}

// The service worker of the staff area: one file with a name that stays, at the root because of its
// scope. No page counts it.
const staffWorker: Plugin = {
  name: 'staff-worker',
  async generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: 'staff-worker.js',
      source: await alone('./src/auth/worker.ts'),
    })
  },
}

// Text is compressed at its smallest here, once (zlib's default): nobody who comes waits for it.
const squeezed: Plugin = {
  name: 'squeezed',
  apply: 'build',
  closeBundle() {
    const out = at('./dist/client/')
    for (const file of readdirSync(out, { recursive: true, encoding: 'utf8' }))
      if (/^(?!\.|index\.html).*\.(js|css|svg|ico|json|txt|webmanifest)$/.test(file))
        writeFileSync(`${out}${file}.br`, brotliCompressSync(readFileSync(out + file)))
  },
}

// Two builds of one source: `vite build` for the browser, `vite build --ssr src/entry-server.tsx`
// for the engine in Go.
const browser = {
  build: {
    outDir: 'dist/client',
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0, // no data: addresses, the CSP refuses them
    modulePreload: { polyfill: false }, // the polyfill would be one more script on every page
    rolldownOptions: {
      // one of our plugins runs a build of its own, which takes its time
      checks: { pluginTimings: false },
      // Many small files compress badly: what goes together is one. What every page has is `core`;
      // the others hold what several pages share and no reading page carries in vain. A group takes
      // what it imports along, unless one before it has it. The entry names every file, and hashes
      // do not compress: those in hex take two thirds of the room.
      output: {
        hashCharacters: 'hex' as const,
        codeSplitting: {
          groups: [
            {
              name: 'core',
              test: /\/src\/(App\.tsx|api\/(moment|count)\.ts|ui\/(openSign|noticeIcons|useFocusOn|Soft)\.tsx?|layout\/Reach\.tsx|api\/phone\.ts|ui\/PrintButton\.tsx|programme\/KindDrawing\.tsx|((ui|layout|programme|styles)\/|features\/(?!.*\/(staff|paper)\/))[^?]*(?<!staff|announcement|infographic)\.css)$|\/react-dom\/|rolldown.runtime/,
              priority: 6,
            },
            {
              name: 'programme',
              test: /\/src\/(programme\/(Status|words|icons|aboutWords|Row)\.tsx?|features\/agenda\/(programme\/(Moved|Cancelled|When|News|Seats|Place|Similar|perDay)|signup\/(Others|Answer|WaitRules))\.tsx?|programme\/calendarIcon\.ts)$/,
              priority: 4,
            },
            {
              name: 'form',
              test: /\/src\/(ui\/(Form|Choices?|PersonFields)\.tsx|layout\/(useHouseForm|useSent)\.tsx?)$/,
              priority: 3,
            },
            {
              name: 'text',
              test: /\/src\/ui\/(RichText|Photo|ReadingAids|PageTools|PageIndex|InShort)\.tsx$/,
              priority: 3,
            },
            {
              name: 'drawn',
              test: /\/src\/(ui\/EmptyState|programme\/NothingFound|layout\/SearchForm|drawings\/(coatRack|PageDrawing)|features\/agenda\/drawn)\.tsx?$/,
              priority: 3,
            },
            {
              name: 'parts',
              test: /\/src\/(programme\/(NewsItem|Item|StoryCard|Stat)\.tsx|features\/stories\/Share\.tsx|layout\/(Sent|Sign|openNow|organization|HelpBlock|helpText)\.tsx?|api\/number\.ts)$/,
              priority: 2,
            },
            {
              name: 'figures',
              test: /\/src\/(features\/impact\/(?!.*Page|staff)[^?]*\.tsx?|drawings\/(steps|table|plein)\.ts)$/,
              priority: 1,
            },
            {
              name: 'asked',
              test: /\/src\/features\/agenda\/signup\/(questions\.tsx|person\.ts|words\.ts)$/,
              priority: 1,
            },
            {
              name: 'own',
              test: /\/src\/(api\/consent|features\/agenda\/mine\/(CalledOff|ChangeForm|Erasing|Question|PressForm|holder|trouble))\.tsx?$/,
              priority: 1,
            },
            { name: 'gate', test: /\/src\/(staffPaths|layout\/unsaved)\.ts$/, priority: 0 },
          ],
        },
      },
    },
  },
}

const server = {
  build: {
    outDir: 'dist/server',
    target: 'es2022',
    minify: true,
    copyPublicDir: false,
    assetsInlineLimit: 0, // the addresses of files are those of the browser's build
    rolldownOptions: {
      output: {
        format: 'iife' as const,
        entryFileNames: 'server.js',
        hashCharacters: 'hex' as const,
      },
    },
  },
  ssr: { noExternal: true as const, target: 'webworker' as const },
  define: { 'process.env.NODE_ENV': '"production"' },
  // renderToString only: the streaming half would need MessageChannel, TextEncoder and streams, and
  // 100 kB.
  resolve: {
    alias: {
      'react-dom/server': at(
        './node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js',
      ),
    },
  },
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), ...(isSsrBuild ? [] : [browserSiteMap, staffWorker, scriptsLast(), squeezed])],
  server: {
    proxy: Object.fromEntries(
      ['/api', '/config.json', '/v1'].map(path => [path, 'http://127.0.0.1:8080']),
    ),
  },
  // threads share what they loaded of Node; processes of their own cost a fifth more
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: 'test/patience.ts',
    testTimeout: 30_000,
    pool: 'threads',
    maxWorkers: 2,
  },
  ...(isSsrBuild ? server : browser),
}))
