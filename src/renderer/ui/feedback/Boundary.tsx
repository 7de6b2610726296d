import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from '../actions/Button.tsx'
import { EmptyState } from './EmptyState.tsx'

interface GuardedPartProps {
  readonly children: ReactNode
  /** Starts a sentence: “This screen”. */
  readonly name: string
  /** See `Boundary`. */
  readonly watched: unknown
  /** Where the user can go meanwhile, as a sentence. */
  readonly elsewhere: string
}

/** A screen or pane that, if it cannot be drawn, says so and how to continue. */
export function GuardedPart({ children, name, watched, elsewhere }: GuardedPartProps): ReactNode {
  return (
    <Boundary
      watched={watched}
      renderFailure={(tryAgain) => (
        <EmptyState
          icon={TriangleAlert}
          title={`${name} could not be drawn`}
          actions={
            <>
              <Button variant="plain" onPress={tryAgain}>
                Try again
              </Button>
              <Button variant="quiet" onPress={() => window.location.reload()}>
                Reload the window
              </Button>
            </>
          }
        >
          <p>Something in it cannot be shown. Nothing is lost, and running jobs continue. {elsewhere}</p>
        </EmptyState>
      )}
    >
      {children}
    </Boundary>
  )
}

interface BoundaryProps {
  readonly children: ReactNode
  /** Replaces what could not be drawn. */
  readonly renderFailure: (tryAgain: () => void) => ReactNode
  /** What is drawn: when it changes, drawing is tried again automatically. */
  readonly watched: unknown
}

/** Contains a drawing error, so that the rest of the window stays (W-H2). React supports this only in classes. */
export class Boundary extends Component<BoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (this.state.isBroken && before.watched !== this.props.watched) this.tryAgain()
  }

  readonly tryAgain = (): void => this.setState({ isBroken: false })

  override render(): ReactNode {
    return this.state.isBroken ? this.props.renderFailure(this.tryAgain) : this.props.children
  }
}
