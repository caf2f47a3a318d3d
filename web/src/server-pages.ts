// Apart from entry-server.tsx because an eager glob puts its imports above every other import, also
// above the globals.
import { ready, type PageModule } from './page'

const modules = import.meta.glob<PageModule>(
  ['./features/*/*Page.tsx', './features/*/*/*Page.tsx', '!./features/*/staff/*'],
  { eager: true },
)
export const code = new Map(
  Object.entries(modules).map(([file, m]) => [
    file.slice('./features/'.length, -'.tsx'.length),
    ready<PageModule | undefined>(m),
  ]),
)
