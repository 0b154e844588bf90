import { type RefObject, useEffect, useEffectEvent } from 'react';

const focusNext = (form: HTMLFormElement, from: Element): void => {
  const fields = [...form.querySelectorAll<HTMLElement>('input, select, textarea')];
  fields[fields.findIndex((field) => field === from) + 1]?.focus();
};

/** In a form that must not send by accident: Enter moves from a field to the next one, Ctrl+Enter (Cmd+Enter) sends. */
export const useEnterKey = (form: RefObject<HTMLFormElement | null>, send: () => void): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      send();
    } else if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) {
      event.preventDefault();
      if (form.current) focusNext(form.current, event.target);
    }
  });
  useEffect(() => {
    const element = form.current;
    const listen = (event: KeyboardEvent): void => press(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [form]);
};
