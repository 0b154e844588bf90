import { useState } from 'react';
import type { MaterialView, PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { useCompanyId } from '../../../lib/company.ts';
import { draft } from '../../../lib/draft.ts';
import type { Problem } from '../../../lib/errors.ts';
import { isSameJson, useForm } from '../../../lib/form.ts';
import { trpc } from '../../../lib/trpc.ts';
import { toast } from '../../../ui/toast.ts';
import {
  bookFaults,
  type BookForm,
  bookFormOf,
  fieldPath,
  isSet,
  neutralForm,
  opened,
  PART,
  type Part,
  PARTS,
  toBook,
} from './book-form.rules.ts';

/** What is typed, and the version of the book that it's based on. */
interface Typed {
  form: BookForm;
  version: number;
}

const isTyped = (kept: unknown, stored: BookForm): kept is Typed => {
  if (typeof kept !== 'object' || kept === null || !('form' in kept) || !('version' in kept)) return false;
  const { form } = kept;
  return typeof form === 'object' && form !== null && Object.keys(stored).every((key) => key in form);
};

/** Returns the server's errors by the path of the field that shows them. */
const refusals = ({ fields }: Problem): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([path]) => path.startsWith('book.'))
      .map(([path, message]) => [fieldPath(path), message]),
  );

/**
 * The price book while it's edited. What is typed is kept in this browser tab until it's saved or discarded, also if
 * another window saves the book first.
 */
export const useBookForm = ({ book }: PricingView) => {
  const key = `book:${useCompanyId()}`;
  const utils = trpc.useUtils();
  const stored = bookFormOf(book);
  const [typed, setTyped] = useState<Typed | null>(() => {
    const kept = draft.find(key);
    return isTyped(kept, stored) ? kept : null;
  });
  const [added, setAdded] = useState<ReadonlySet<Part>>(new Set());
  const values = typed?.form ?? stored;
  const keep = (next: Typed | null) => {
    setTyped(next);
    if (next) draft.keep(key, next);
    else draft.forget(key);
  };
  const type = (change: Partial<BookForm>) => {
    const form = { ...values, ...change };
    keep(isSameJson(form, stored) ? null : { form, version: typed?.version ?? book.version });
  };
  const update = trpc.pricing.updateBook.useMutation({
    onSuccess: async () => {
      await utils.pricing.get.invalidate();
      keep(null);
      setAdded(new Set());
      toast.done('Price book saved');
      void utils.widget.config.invalidate();
    },
    onError: () => void utils.pricing.get.invalidate(),
  });
  const form = useForm({
    values,
    type,
    rules: bookFaults,
    submit: (now) => update.mutate({ book: toBook(now), version: typed?.version ?? book.version }),
    call: update,
    refusals,
  });
  const reset = () => {
    keep(null);
    setAdded(new Set());
    form.clear();
    update.reset();
  };
  return {
    ...form,
    values,
    stored,
    dirty: typed !== null,
    /** Whether another window saved the book after this one began to change it. */
    isOld: typed !== null && typed.version !== book.version,
    /** Lets the next save replace what the other window saved. */
    replaceNewer: () => {
      if (typed) keep({ ...typed, version: book.version });
      update.reset();
    },
    shown: PARTS.filter((part) => added.has(part) || isSet(part, values) || isSet(part, stored)),
    /** The titles of the parts that differ from the saved book. */
    changed: PARTS.filter((part) => !isSameJson(PART[part].of(values), PART[part].of(stored))).map(
      (part) => PART[part].title,
    ),
    add: (part: Part, materials: readonly MaterialView[]) => {
      setAdded(new Set([...added, part]));
      type(opened(part, values, materials));
    },
    /** Makes a part neutral. It's hidden once that's saved. */
    remove: (part: Part) => {
      setAdded(new Set([...added].filter((one) => one !== part)));
      form.clear();
      type(PART[part].of(neutralForm(values)));
    },
    /** Changes a field. */
    set: (path: string, change: Partial<BookForm>) => {
      type(change);
      form.typed(path);
    },
    /** Adds or removes rows. */
    setRows: (change: Partial<BookForm>) => {
      type(change);
      form.clear();
    },
    reset,
  };
};

export type BookFormState = ReturnType<typeof useBookForm>;
