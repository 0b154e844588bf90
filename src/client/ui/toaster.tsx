import { CircleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { type ToastMessage, toasts } from './toast.ts';
import './toaster.css';

function ToastCard({ message, close }: { message: ToastMessage; close: () => void }) {
  const error = message.tone === 'error';
  return (
    <div className={error ? 'toast toast-error' : 'toast'} role={error ? 'alert' : undefined}>
      {error && <CircleAlert className="i" aria-hidden />}
      <div className="grow">
        <b>{message.title}</b>
        {message.detail}
      </div>
      {message.action && (
        <button
          type="button"
          className="btn"
          onClick={() => {
            message.action?.onClick();
            close();
          }}
        >
          {message.action.label}
        </button>
      )}
      {error && (
        <button type="button" className="btn" aria-label="Close message" onClick={close}>
          <X className="i" aria-hidden />
        </button>
      )}
    </div>
  );
}

const show = (message: ToastMessage) => {
  sonner.custom((id) => <ToastCard message={message} close={() => sonner.dismiss(id)} />, {
    duration: message.lasts ?? (message.tone === 'error' ? Infinity : 4_000),
  });
};

/**
 * Shows at most 3 toasts at the bottom right (spec, section 9). They're 356 px wide and 14 px apart. The space below
 * them is 32 px, or 16 px on phones. If the page has a footer at the bottom, they appear above it.
 */
export default function Toaster() {
  useEffect(() => toasts.attach(show), []);
  return (
    <Sonner
      position="bottom-right"
      visibleToasts={3}
      gap={14}
      offset={{ bottom: 'calc(var(--foot, 0px) + 32px)', right: 32 }}
      mobileOffset={{ bottom: 'calc(var(--foot, 0px) + 16px)', left: 16, right: 16 }}
      duration={4_000}
      style={{ '--width': 'min(356px, 100vw - 32px)' } as React.CSSProperties}
      toastOptions={{ unstyled: true }}
    />
  );
}
