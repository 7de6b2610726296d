import { useState } from 'react'

/** What has to be corrected, by field. */
export type Problems<Form> = { readonly [Field in keyof Form]?: string }

export interface TypedForm<Form> {
  readonly form: Form
  readonly problems: Problems<Form>
  readonly change: (changed: Partial<Form>) => void
  /** Shows what is wrong; true if nothing is. */
  readonly passes: (wrong: Problems<Form>) => boolean
  /** What a text field for one of them is given. */
  readonly text: (field: keyof Form) => TextOfField
}

interface TextOfField {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

/** What is typed into the fields of a form, and what is wrong with it. */
export function useForm<Form extends object>(first: () => Form): TypedForm<Form> {
  const [form, setForm] = useState(first)
  const [problems, setProblems] = useState<Problems<Form>>({})
  return {
    form,
    problems,
    change: (changed) => setForm((before) => ({ ...before, ...changed })),
    passes: (wrong) => {
      setProblems(wrong)
      return Object.keys(wrong).length === 0
    },
    text: (field) => ({
      value: String(form[field]),
      error: problems[field],
      onChange: (text) => setForm((before) => ({ ...before, [field]: text })),
    }),
  }
}
