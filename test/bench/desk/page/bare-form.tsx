import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

/** What loading the sign-in form is measured against: the same fields by React alone, without a style or a widget. */
function BareForm(): ReactNode {
  return (
    <form>
      {['Address of the service', 'User name', 'Password'].map((label) => (
        <label key={label}>
          {label}
          <input />
        </label>
      ))}
      <button type="submit">Sign in</button>
    </form>
  )
}

const form = document.getElementById('form')
if (form === null) throw new Error('bare-form.html has no element #form')
createRoot(form).render(
  <StrictMode>
    <BareForm />
  </StrictMode>,
)
