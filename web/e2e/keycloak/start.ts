// Starts Keycloak and the demo once for all tests, and stops them again.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setUp, stop } from './services'

export default async function startServices(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'herstelruimte-keycloak-'))
  const tearDown = async () => {
    await stop('site')
    await stop('keycloak')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await setUp(folder)
  } catch (e) {
    await tearDown()
    throw e
  }
  return tearDown
}
