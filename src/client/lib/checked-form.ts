import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { type Problem, problemOf } from './errors.ts';

/** What is used of a zod schema, so that a page is drawn before zod arrives. */
interface Schema {
  safeParse(input: unknown): { error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

type Values = Record<string, string>;

interface CheckedForm<V extends Values> {
  /** What stands in the fields; its owner keeps it, so that it outlives the form. */
  values: V;
  type: (change: Partial<NoInfer<V>>) => void;
  /** The very schema that the procedure uses; its other keys come from `also`. */
  schema: () => Promise<Schema>;
  also?: Record<string, unknown> | undefined;
  submit: (values: V) => void;
  /** The call that `submit` makes. */
  call: { isPending: boolean; isError: boolean; error: unknown; reset: () => void };
  /** Fields that aren't asked for now: left out of the check where nothing stands in them. */
  skip?: readonly (keyof V & string)[];
  /** The field that UNAUTHENTICATED belongs to, where it says that a secret was wrong. */
  secret?: keyof V & string;
}

const problemsOf = (schema: Schema, values: unknown): FieldErrors => {
  const errors: FieldErrors = {};
  for (const issue of schema.safeParse(values).error?.issues ?? []) errors[issue.path.join('.')] ??= issue.message;
  return errors;
};

/** Where a refusal is shown: at the fields that are on the screen, else above the form. */
const placed = (problem: Problem | null, names: readonly string[], secret: string | undefined) => {
  if (!problem) return { atFields: {}, failure: null };
  if (secret && problem.code === 'UNAUTHENTICATED') return { atFields: { [secret]: problem.message }, failure: null };
  const atFields = Object.fromEntries(Object.entries(problem.fields).filter(([name]) => names.includes(name)));
  return { atFields, failure: Object.keys(atFields).length > 0 ? null : problem };
};

/**
 * A form that checks a field when it is left, then on each key until it is right; on submit it focuses the first
 * wrong one. What the server refuses is shown the same way.
 */
export const useCheckedForm = <V extends Values>(options: CheckedForm<V>) => {
  const { values, type, schema, also, skip, submit, call, secret } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  // a double click sends once: the check takes a moment, and what it leads to shows with the next render
  const sending = useRef(false);
  const names = Object.keys(values);

  useEffect(() => void schema().catch(() => undefined), [schema]);

  const review = async (now: V, which: ReadonlySet<string>) => {
    const asked = Object.entries(now).filter(([name, value]) => value !== '' || !skip?.includes(name));
    // without it (no network) nothing is found here; the server finds the same
    const rules = await schema().catch(() => null);
    const found = rules ? problemsOf(rules, { ...also, ...Object.fromEntries(asked) }) : {};
    setErrors(Object.fromEntries(Object.entries(found).filter(([name]) => which.has(name))));
    return found;
  };
  const change = (name: keyof V & string, value: string) => {
    type({ [name]: value } as Partial<V>);
    if (call.isError) call.reset();
    if (errors[name]) void review({ ...values, [name]: value }, left);
  };
  const leave = (name: string) => {
    if (values[name] === '') return;
    const which = new Set(left).add(name);
    setLeft(which);
    void review(values, which);
  };
  /** Checks all and submits; `changed` is what was typed in the same event. */
  const send = async (changed?: Partial<V>) => {
    if (call.isPending || sending.current) return;
    sending.current = true;
    const now = { ...values, ...changed };
    const all = new Set(names);
    setLeft(all);
    try {
      const found = await review(now, all);
      const first = names.find((name) => found[name]);
      if (first) ref.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      else submit(now);
    } finally {
      // the next render knows that the call is pending
      setTimeout(() => (sending.current = false));
    }
  };
  const { atFields, failure } = placed(call.error ? problemOf(call.error) : null, names, secret);
  const said: FieldErrors = { ...atFields, ...errors };
  return {
    form: {
      ref,
      noValidate: true,
      onSubmit: (event: SyntheticEvent) => {
        event.preventDefault();
        void send();
      },
    },
    send,
    errors: said,
    /** What belongs to none of the fields. */
    failure,
    working: call.isPending,
    field: (name: keyof V & string) => ({
      name,
      value: values[name] ?? '',
      onChange: (event: { target: { value: string } }) => change(name, event.target.value),
      onBlur: () => leave(name),
    }),
    change,
    /** Forgets what was found wrong: the form was put back. */
    clear: () => {
      setErrors({});
      setLeft(new Set());
      if (call.isError) call.reset();
    },
  };
};
