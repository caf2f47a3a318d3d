// The staff service worker, served as /staff-worker.js for /beheer and the editors outside it
// (shellLink.ts). A build of its own, in one file: it imports nothing of the app.
import { keepShell, type WorkerScope } from './keepShell'

keepShell(globalThis as unknown as WorkerScope)
