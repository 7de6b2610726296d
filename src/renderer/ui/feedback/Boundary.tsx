import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  readonly children: ReactNode
  /** In place of what could not be drawn. */
  readonly renderFailure: (tryAgain: () => void) => ReactNode
  /** What is drawn: it is tried again by itself once this is another. */
  readonly watched: unknown
}

/** Keeps what cannot be drawn from taking the rest of the window with it (W-H2). React has this for classes alone. */
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
