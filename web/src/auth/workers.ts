// The browser's service workers, for a page whose CSP says `require-trusted-types-for 'script'`: it
// takes no plain text for the address of a script. One address is let through.
const script = '/staff-worker.js'

interface Policy {
  createScriptURL(url: string): string
}
interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy
}

/** Undefined where there are no service workers. */
export function staffWorkers():
  Pick<ServiceWorkerContainer, 'register' | 'getRegistration'> | undefined {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!container) return undefined
  const rules: Policy = { createScriptURL: () => script }
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('hr', rules) ?? rules
  return {
    register: (url, options) => container.register(policy.createScriptURL(String(url)), options),
    getRegistration: scope => container.getRegistration(scope),
  }
}
