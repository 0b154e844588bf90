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
  /** The button's label, and a CSS selector of the part of the page that the button goes to. */
  label: string;
  to: string;
}

/** A note at the top of a section about something that must be done further down, with a button that scrolls there. */
export function ToDo({ children, label, to }: ToDoProps) {
  return (
    <div className="note note-pine to-do">
      <CircleAlert className="i" aria-hidden />
      <p className="grow">{children}</p>
      <Button onClick={() => goTo(to)}>{label}</Button>
    </div>
  );
}

/** What a company must add before it can send estimates and follow-ups. */
export function CompanyToDo({ company }: { company: CompanyView }) {
  const { email, emailConfirmed, pendingEmail, postalAddress } = company;
  const waits = pendingEmail ?? (emailConfirmed ? null : email);
  return (
    <>
      {waits !== null && (
        <ToDo label={pendingEmail === null ? 'Confirm now' : 'Enter code'} to="#confirm-email">
          {pendingEmail === null ? 'Confirm the email address' : 'Enter the code we sent to'} <b>{waits}</b>.
        </ToDo>
      )}
      {!postalAddress && (
        <ToDo label="Add address" to="[name='postalAddress']">
          You can’t send estimates or follow-ups without a postal address.
        </ToDo>
      )}
    </>
  );
}
