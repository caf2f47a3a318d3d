import { vi } from 'vitest'

// A busy machine may need longer than vitest's one second; only a test that fails takes it all.
const waitFor = vi.waitFor
vi.waitFor = (callback, options = 10_000) => waitFor(callback, options)
