import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useStore } from 'zustand'
import { type DeskState, useDesk } from '../client/desk-store.ts'
import { askForProxy, proxyStore, stopAskingForProxy } from '../client/proxy-store.ts'

// Most networks never need it.
const ProxyDialog = lazy(async () => ({ default: (await import('./ProxyDialog.tsx')).ProxyDialog }))

/** Asks for the password of a proxy as soon as one wants it; one after the other where there are several. */
export function ProxySignIn(): ReactNode {
  const proxies = useDesk((desk) => desk.proxies)
  const isAsked = useStore(proxyStore, (state) => state.isAsked)
  useAskedBy(proxies)
  const [first] = proxies
  if (!isAsked || first === undefined) return null
  return (
    <Suspense>
      <ProxyDialog key={first.proxy} wanted={first} onClose={stopAskingForProxy} />
    </Suspense>
  )
}

function useAskedBy(proxies: DeskState['proxies']): void {
  useEffect(() => {
    if (proxies.length > 0) askForProxy()
    else stopAskingForProxy()
  }, [proxies])
}
