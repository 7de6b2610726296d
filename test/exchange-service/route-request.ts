export type Endpoint = 'token' | 'counterparties' | 'search' | 'document'

export interface Route {
  endpoint: Endpoint
  setId?: string
  documentId?: string
}

const routes: { method: string; pattern: RegExp; endpoint: Endpoint }[] = [
  { method: 'GET', pattern: /^\/v3\/common\/oauth2\/token$/, endpoint: 'token' },
  { method: 'GET', pattern: /^\/v3\/common\/counterparties$/, endpoint: 'counterparties' },
  { method: 'POST', pattern: /^\/v3\/common\/sets\/search$/, endpoint: 'search' },
  {
    method: 'GET',
    pattern: /^\/v3\/common\/sets\/(?<setId>[^/]+)\/get-single-pdf\/(?<documentId>[^/]+)$/,
    endpoint: 'document',
  },
]

/** The endpoint of the service reference that a request asks for; 405 and 404 are told apart. */
export function routeRequest(method: string, path: string): Route | 'unknown path' | 'wrong method' {
  const route = routes.find(({ pattern }) => pattern.test(path))
  if (route === undefined) return 'unknown path'
  if (route.method !== method) return 'wrong method'
  return { endpoint: route.endpoint, ...route.pattern.exec(path)?.groups }
}
