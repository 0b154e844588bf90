import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CompanyView } from '#shared/features/company/company.schema.ts';
import { Button } from '../../ui/button.tsx';
import './confirm-code.css';

/** Scrolls to the element that matches the selector and focuses its first control. */
const goTo = (selector: string): void => {
  const found = document.querySelector<HTMLElement>(selector);
  found?.scrollIntoView({ block: 'center' });
  const control = found?.matches('input') ? found : found?.querySelector<HTMLElement>('input, button');
  control?.focus({ preventScroll: true });
};

interface ToDoProps {
  children: ReactNode;
  /** The button's label, and a CSS selector for the part of the page that the button scrolls to. */
  label: string;
  to: string;
  /** Shows the note without color. Set it if the section has a more important task. */
  quiet?: boolean;
}

/** A note at the top of a section about a task further down, with a button that scrolls there. */
export function ToDo({ children, label, to, quiet }: ToDoProps) {
  return (
    <div className={quiet ? 'note to-do' : 'note note-pine to-do'}>
      <CircleAlert className="i" aria-hidden />
      <p className="grow">{children}</p>
      <Button onClick={() => goTo(to)}>{label}</Button>
    </div>
  );
}

/** Shows the next missing company detail. Details that are required for sending estimates come first. */
export function CompanyToDo({ company }: { company: CompanyView }) {
  const { email, emailConfirmed, pendingEmail, address, postalAddress } = company;
  const waits = pendingEmail ?? (emailConfirmed ? null : email);
  if (emailConfirmed && !postalAddress)
    return (
      <ToDo label="Add postal address" to={`[name='${address ? 'postalAddress' : 'address'}']`}>
        You can’t send estimates or follow-ups without a postal address.
      </ToDo>
    );
  if (waits === null) return null;
  return (
    <ToDo label={pendingEmail === null ? 'Confirm now' : 'Enter code'} to="#confirm-email">
      <b>{waits}</b> isn’t confirmed yet.
    </ToDo>
  );
}
