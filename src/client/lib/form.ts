import { type SyntheticEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { type Problem, problemOf } from './errors.ts';

/** What is used of a zod schema, so that a page is drawn before zod arrives. */
interface Schema {
  safeParse(input: unknown): { error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

/** The fields that are a text each; `field` and `change` are for these. */
type TextName<V> = { [K in keyof V & string]: V[K] extends string ? K : never }[keyof V & string];

interface Common<V extends object> {
  /** What stands in the fields; its owner keeps it, so that it outlives the form. */
  values: V;
  /** Missing where nothing is bound by `field`. */
  type?: (change: Partial<NoInfer<V>>) => void;
  /** Missing where the caller asks `check` and sends by itself. */
  submit?: (values: V) => void;
  /** The call that submitting makes; missing where it makes none. */
  call?: { isPending: boolean; error: unknown };
  /** The field that UNAUTHENTICATED belongs to, where it says that a secret was wrong. */
  secret?: keyof V & string;
  /** What a refusal says of which field; default: its fields that are among `values`. The rest is said above the form. */
  refusals?: (problem: Problem) => FieldErrors;
  /** The texts as the form shows them once a field is left or all is submitted ('7.5' as '7.50'). */
  settle?: (values: V) => V;
  /** A field that is left empty is checked too: in forms that begin filled. */
  checksEmpty?: boolean;
  /** Names a field whose path changes while others come and go (a step's key); default its path. */
  keyOf?: (path: string) => string;
  /** The `name` of a path's input; default the path. */
  nameOf?: (path: string) => string;
  /** Opens what hides a wrong field; may say which one takes the focus, default the first on the page. */
  reveal?: (wrong: readonly string[]) => string | undefined;
}

/** How the values are checked: by a rule that is there, or by the very schema that the procedure uses. */
type Checked<V extends object> =
  | { rules: (values: V) => FieldErrors; schema?: never; also?: never; skip?: never }
  | {
      rules?: never;
      schema: () => Promise<Schema>;
      /** The schema's other keys. */
      also?: Record<string, unknown> | undefined;
      /** Fields that aren't asked for now: left out of the check where nothing stands in them. */
      skip?: readonly (keyof V & string)[];
    };

type FormOptions<V extends object> = Common<V> & Checked<V>;

/** Whose faults are shown: those of fields that were left, or of all, save fields that were right and are typed in. */
interface Watch {
  all: boolean;
  left: ReadonlySet<string>;
  typing: ReadonlySet<string>;
}
const UNWATCHED: Watch = { all: false, left: new Set(), typing: new Set() };
/** For a form whose every text may be sent: what is wrong with it the server says. */
export const NO_RULES = (): FieldErrors => ({});

const NO_CALL = { isPending: false, error: null };

const without = (set: ReadonlySet<string>, one: string): ReadonlySet<string> =>
  new Set([...set].filter((each) => each !== one));

const pick = (errors: FieldErrors, keeps: (path: string) => boolean): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => keeps(path)));

const problemsOf = (schema: Schema, values: unknown): FieldErrors => {
  const errors: FieldErrors = {};
  for (const issue of schema.safeParse(values).error?.issues ?? []) errors[issue.path.join('.')] ??= issue.message;
  return errors;
};

/** The faults of what is typed: now, as far as the rules are there, and once they are. */
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
      // without it (no network) nothing is found here; the server finds the same
      const by = await schema?.().catch(() => undefined);
      return by ? bySchema(by, now) : {};
    },
  };
};

/** What the server refused, at its fields or above the form, until that is typed over. */
const useRefusal = <V extends object>({ call = NO_CALL, values, secret, refusals }: FormOptions<V>) => {
  const [over, setOver] = useState<{ error: unknown; paths: ReadonlySet<string>; all: boolean }>();
  const { error } = call;
  const typed = over && over.error === error ? over : { paths: UNWATCHED.left, all: false };
  // one object a failure: a screen may move the focus to it once
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
    /** Something was typed in one field, or all was changed. */
    typeOver: (path?: string) => {
      if (!error) return;
      setOver({ error, paths: path === undefined ? typed.paths : new Set(typed.paths).add(path), all: !path });
    },
  };
};

/**
 * A form: of a page, a sheet or a dialog. A field is checked when it is left, then on each key until it is right; all
 * are on submitting, which focuses the first wrong one and sends nothing twice. What the server refuses is shown at its
 * field in the same way.
 */
export const useForm = <V extends object>(options: FormOptions<V>) => {
  const { values, type, submit, call = NO_CALL, settle, checksEmpty = false, reveal } = options;
  const { rules, keyOf = (path) => path, nameOf = (path) => path } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [watch, setWatch] = useState(UNWATCHED);
  // a double click sends once: the check may take a moment, and what it leads to shows with the next render
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
    return field !== undefined && field === document.activeElement;
  };
  const focusFirst = (wrong: FieldErrors) => {
    const paths = Object.keys(wrong);
    if (paths.length === 0) return;
    const chosen = reveal?.(paths);
    const names = new Set((chosen === undefined ? paths : [chosen]).map(nameOf));
    // what hides it opens with the next render
    if (reveal || !focusOn((name) => names.has(name))) requestAnimationFrame(() => focusOn((name) => names.has(name)));
  };
  const { error } = call;
  const showRefused = useEffectEvent(() => focusFirst(refused));
  useEffect(() => {
    if (error) showRefused();
  }, [error]);

  /** Something was typed in a field, or, without a path, the fields themselves came and went. */
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
  /** Shows every fault and leads to the first; whether there is none. */
  const show = (all: FieldErrors): boolean => {
    const right = Object.keys(all).length === 0;
    setWatch({ ...UNWATCHED, all: !right });
    focusFirst(all);
    return right;
  };
  /** Checks all and submits; `changed` is what was typed in the same event. */
  const send = (changed?: Partial<V>) => {
    if (call.isPending || sending.current) return;
    sending.current = true;
    const typedNow = { ...values, ...changed };
    const now = settle ? settle(typedNow) : typedNow;
    if (settle) type?.(now);
    const go = (all: FieldErrors) => {
      if (show(all)) submit?.(now);
      // the next render knows that the call is pending
      setTimeout(() => (sending.current = false));
    };
    if (rules) go(rules(now));
    else void faultsLater(now).then(go);
  };
  const errors: FieldErrors = { ...refused, ...found };
  return {
    form: {
      ref,
      noValidate: true,
      onSubmit: (event: SyntheticEvent) => {
        event.preventDefault();
        send();
      },
    },
    send,
    /** Whether all of it is right; if not, every fault is shown. For forms with rules. */
    check: (): boolean => show(faultsOf(values)),
    /** By the path of its field, each a sentence that says what to do. */
    errors,
    /** What belongs to none of the fields. */
    failure,
    working: call.isPending,
    field: (name: TextName<V>) => ({
      name: nameOf(name),
      value: textOf(name),
      onChange: (event: { target: { value: string } }) => change(name, event.target.value),
      onBlur: () => leaveText(name),
    }),
    change,
    typed,
    leave,
    /** Gives the focus to a field that comes with the next render. */
    focusNext: (path: string) => requestAnimationFrame(() => focusOn((name) => name === nameOf(path))),
    /** Forgets what was found wrong: the form was put back, or its fields moved. */
    clear: () => {
      setWatch(UNWATCHED);
      typeOver();
    },
  };
};

export type FormState<V extends object> = ReturnType<typeof useForm<V>>;
