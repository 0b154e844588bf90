import { type SyntheticEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { type Problem, problemOf } from './errors.ts';

/**
 * The part of a zod schema that forms use. Because forms use only this type, a page can render before zod is loaded.
 */
interface Schema {
  safeParse(input: unknown): { error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

/** The names of text fields, for `field` and `change`. */
type TextName<V> = { [K in keyof V & string]: V[K] extends string ? K : never }[keyof V & string];

interface Common<V extends object> {
  /** The field values. The caller stores them, so that they're kept after the form unmounts. */
  values: V;
  /**
   * The values before editing. Set them if the form must ask for confirmation before its changes are discarded
   * (`dirty`).
   */
  start?: NoInfer<V>;
  /** Whether two sets of values count as equal. By default, all values must be equal. */
  isSame?: (a: V, b: V) => boolean;
  /** Can be omitted if no input is bound with `field`. */
  type?: (change: Partial<NoInfer<V>>) => void;
  /** Can be omitted if the caller uses `check` and sends the values itself. */
  submit?: (values: V) => void;
  /** The mutation that runs when the form is submitted. Can be omitted if there's none. */
  call?: { isPending: boolean; error: unknown };
  /** The field that shows an UNAUTHENTICATED error, if that means a wrong password or code. */
  secret?: keyof V & string;
  /**
   * Returns a rejection's errors by field. By default, these are the errors for fields in `values`. All others appear
   * above the form.
   */
  refusals?: (problem: Problem) => FieldErrors;
  /** Formats values after a field loses focus or the form is submitted ('7.5' becomes '7.50'). */
  settle?: (values: V) => V;
  /** Whether an empty field is also checked when it loses focus. For prefilled forms. */
  checksEmpty?: boolean;
  /**
   * Returns a stable name for the field at a path, such as a name that contains a step's key. This is needed if the
   * field's path changes when other fields are added or removed. Defaults to the path.
   */
  keyOf?: (path: string) => string;
  /** Returns the `name` of the input for a path. Defaults to the path. */
  nameOf?: (path: string) => string;
  /**
   * Opens the part that hides an invalid field. It may return the field to focus. Defaults to the first invalid field
   * on the page.
   */
  reveal?: (wrong: readonly string[]) => string | undefined;
}

/** How values are checked: by rules that are already loaded, or by the procedure's own schema. */
type Checked<V extends object> =
  | { rules: (values: V) => FieldErrors; schema?: never; also?: never; skip?: never }
  | {
      rules?: never;
      schema: () => Promise<Schema>;
      /** Values for the schema's other keys. */
      also?: Record<string, unknown> | undefined;
      /** Fields that aren't currently required. While they're empty, they aren't checked. */
      skip?: readonly (keyof V & string)[];
    };

type FormOptions<V extends object> = Common<V> & Checked<V>;

/**
 * Determines which errors are shown. If `all` is true, the errors of all fields are shown. Otherwise, only the errors
 * of fields that lost focus (`left`) are shown. If a field was valid and the user is typing in it (`typing`), its error
 * isn't shown.
 */
interface Watch {
  all: boolean;
  left: ReadonlySet<string>;
  typing: ReadonlySet<string>;
}
const UNWATCHED: Watch = { all: false, left: new Set(), typing: new Set() };
/** For a form without its own rules. Its errors come from the server. */
export const NO_RULES = (): FieldErrors => ({});

const NO_CALL = { isPending: false, error: null };

/** Whether two forms have equal values. */
export const isSameJson = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);

const without = (set: ReadonlySet<string>, one: string): ReadonlySet<string> =>
  new Set([...set].filter((each) => each !== one));

const pick = (errors: FieldErrors, keeps: (path: string) => boolean): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => keeps(path)));

const problemsOf = (schema: Schema, values: unknown): FieldErrors => {
  const errors: FieldErrors = {};
  for (const issue of schema.safeParse(values).error?.issues ?? []) errors[issue.path.join('.')] ??= issue.message;
  return errors;
};

/** Finds errors in the typed values. This is synchronous if the rules are loaded. Otherwise, it waits for them. */
const useFaults = <V extends object>({ rules, schema, also, skip, values }: FormOptions<V>) => {
  const [loaded, setLoaded] = useState<{ schema: Schema }>();
  useEffect(() => {
    let gone = false;
    schema?.().then(
      (arrived) => !gone && setLoaded({ schema: arrived }),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [schema]);
  const bySchema = (by: Schema, now: V): FieldErrors => {
    const asked = Object.entries(now).filter(
      ([name, value]) => value !== '' || !skip?.some((skipped) => skipped === name),
    );
    return pick(problemsOf(by, { ...also, ...Object.fromEntries(asked) }), (name) => Object.hasOwn(values, name));
  };
  return {
    faultsOf: (now: V): FieldErrors => (rules ? rules(now) : loaded ? bySchema(loaded.schema, now) : {}),
    faultsLater: async (now: V): Promise<FieldErrors> => {
      // If the schema can't be loaded (no network), no errors are found here. The server will report the same errors.
      const by = await schema?.().catch(() => undefined);
      return by ? bySchema(by, now) : {};
    },
  };
};

/**
 * The server's errors for a rejected request. They're shown at their fields or above the form until the values change.
 */
const useRefusal = <V extends object>({ call = NO_CALL, values, secret, refusals }: FormOptions<V>) => {
  const [over, setOver] = useState<{ error: unknown; paths: ReadonlySet<string>; all: boolean }>();
  const { error } = call;
  const typed = over && over.error === error ? over : { paths: UNWATCHED.left, all: false };
  // Creates one object per failure, so that a screen focuses the error message only once.
  const problem = useMemo(() => (error ? problemOf(error) : null), [error]);
  const atFields = (refused: Problem): FieldErrors => {
    if (secret && refused.code === 'UNAUTHENTICATED') return { [secret]: refused.message };
    return refusals ? refusals(refused) : pick(refused.fields, (name) => Object.hasOwn(values, name));
  };
  const fields = problem ? atFields(problem) : {};
  const placed = Object.keys(fields).length > 0;
  return {
    refused: pick(fields, (path) => !typed.all && !typed.paths.has(path)),
    failure: placed || typed.all || typed.paths.size > 0 ? null : problem,
    /** Call this when one field was changed or, without a path, when all fields were changed. */
    typeOver: (path?: string) => {
      if (!error) return;
      setOver({ error, paths: path === undefined ? typed.paths : new Set(typed.paths).add(path), all: !path });
    },
  };
};

/**
 * The state of a form on a page, in a sheet or in a dialog. A field is checked when it loses focus, and then on each
 * keystroke until it's valid. Submitting checks all fields and focuses the first invalid one. A double click doesn't
 * submit the values twice. The server's errors are shown at their fields in the same way.
 */
export const useForm = <V extends object>(options: FormOptions<V>) => {
  const { values, start = values, isSame = isSameJson } = options;
  const { type, submit, call = NO_CALL, settle, checksEmpty = false, reveal } = options;
  const { rules, keyOf = (path) => path, nameOf = (path) => path } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [watch, setWatch] = useState(UNWATCHED);
  // Prevents a double click from sending twice. Validation may take a moment, and `call.isPending` changes only on
  // the next render.
  const sending = useRef(false);
  const { faultsOf, faultsLater } = useFaults(options);
  const { refused, failure, typeOver } = useRefusal(options);
  const isWatched = (path: string) => watch.all || watch.left.has(keyOf(path));
  const faults = watch.all || watch.left.size > 0 ? faultsOf(values) : {};
  const found = pick(faults, (path) => isWatched(path) && !watch.typing.has(keyOf(path)));

  const focusOn = (isIt: (name: string) => boolean) => {
    const fields = [...(ref.current ?? document).querySelectorAll<HTMLElement>('[name]')];
    const field = fields.find((one) => isIt(one.getAttribute('name') ?? ''));
    field?.focus();
    // Scrolls explicitly, because the browser doesn't scroll to an element that already has focus.
    field?.scrollIntoView({ block: 'nearest' });
    return field !== undefined && field === document.activeElement;
  };
  const focusFirst = (wrong: FieldErrors) => {
    const paths = Object.keys(wrong);
    if (paths.length === 0) return;
    const chosen = reveal?.(paths);
    const names = new Set((chosen === undefined ? paths : [chosen]).map(nameOf));
    // The part that contains the field opens only on the next render.
    if (reveal || !focusOn((name) => names.has(name))) requestAnimationFrame(() => focusOn((name) => names.has(name)));
  };
  const { error } = call;
  const showRefused = useEffectEvent(() => focusFirst(refused));
  useEffect(() => {
    if (error) showRefused();
  }, [error]);

  /** Call this when a field was changed or, without a path, when fields were added or removed. */
  const typed = (path?: string) => {
    typeOver(path);
    if (path === undefined || found[path] !== undefined || !isWatched(path)) return;
    setWatch((now) => ({ ...now, typing: new Set(now.typing).add(keyOf(path)) }));
  };
  const change = (name: TextName<V>, value: string) => {
    type?.({ [name]: value } as unknown as Partial<V>);
    typed(name);
  };
  const textOf = (name: string): string => {
    const text = (values as Record<string, unknown>)[name];
    return typeof text === 'string' ? text : '';
  };
  const leave = (path: string, text = textOf(path)) => {
    if (!checksEmpty && text.trim() === '') return;
    const key = keyOf(path);
    setWatch((now) => ({ ...now, left: new Set(now.left).add(key), typing: without(now.typing, key) }));
  };
  const leaveText = (name: TextName<V>) => {
    if (settle) type?.({ [name]: settle(values)[name] } as unknown as Partial<V>);
    leave(name);
  };
  /** Shows all errors and focuses the first invalid field. Returns true if there are no errors. */
  const show = (all: FieldErrors): boolean => {
    const right = Object.keys(all).length === 0;
    setWatch({ ...UNWATCHED, all: !right });
    focusFirst(all);
    return right;
  };
  /** Checks all fields and submits. `changed` contains values that were typed in the same event. */
  const send = (changed?: Partial<V>) => {
    if (call.isPending || sending.current) return;
    sending.current = true;
    const typedNow = { ...values, ...changed };
    const now = settle ? settle(typedNow) : typedNow;
    if (settle) type?.(now);
    const go = (all: FieldErrors) => {
      if (show(all)) submit?.(now);
      // Resets this after the next render, because `call.isPending` is set by then.
      setTimeout(() => (sending.current = false));
    };
    if (rules) go(rules(now));
    else void faultsLater(now).then(go);
  };
  const errors: FieldErrors = { ...refused, ...found };
  return {
    form: {
      ref,
      // Until the script runs, pressing Enter must not send the values in the URL. With this method, nothing is sent.
      method: 'dialog',
      noValidate: true,
      onSubmit: (event: SyntheticEvent) => {
        event.preventDefault();
        send();
      },
    },
    send,
    /** Shows all errors and returns whether all values are valid. For forms with rules. */
    check: (): boolean => show(faultsOf(values)),
    /** The errors by field path. Each is a sentence that says what to do. */
    errors,
    /** An error that doesn't belong to a field. */
    failure,
    working: call.isPending,
    /** Whether the values differ from `start`. */
    dirty: values !== start && !isSame(values, start),
    field: (name: TextName<V>) => ({
      name: nameOf(name),
      value: textOf(name),
      onChange: (event: { target: { value: string } }) => change(name, event.target.value),
      onBlur: () => leaveText(name),
    }),
    change,
    typed,
    leave,
    /** Focuses a field that appears on the next render. */
    focusNext: (path: string) => requestAnimationFrame(() => focusOn((name) => name === nameOf(path))),
    /** Clears all errors. Call this after resetting the form or moving its fields. */
    clear: () => {
      setWatch(UNWATCHED);
      typeOver();
    },
  };
};

export type FormState<V extends object> = ReturnType<typeof useForm<V>>;
