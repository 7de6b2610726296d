import type { ReactNode } from 'react'
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components'
import styles from './Choice.module.css'
import { classes } from './classes.ts'

interface SwitchProps extends Omit<AriaSwitchProps, 'children' | 'className' | 'style'> {
  readonly children: ReactNode
}

/** A setting that acts at once; what waits for a button is a Checkbox. */
export function Switch({ children, ...rest }: SwitchProps): ReactNode {
  return (
    <AriaSwitch {...rest} className={classes(styles.choice, styles.switch)}>
      <span className={styles.track} aria-hidden />
      {children}
    </AriaSwitch>
  )
}
