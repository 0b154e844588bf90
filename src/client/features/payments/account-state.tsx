import { formatBasisPoints } from '#shared/primitives/cents.ts';
import { Check, CircleAlert, Unplug } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ConnectionView } from '#shared/features/payments/payments.schema.ts';
import { signInAddress } from '../../lib/errors.ts';
import { useMay } from '../../lib/role.ts';
import { productName } from '../../lib/product.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner, Note } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { CHECK_FAILED, type Connection } from './use-connection.ts';

/** How many characters of the account's ID are shown (spec, section 2). */
const ID_LENGTH = 20;

/** Formats basis points as '1%' or '0.75%'. */

function Failed({ connection: { failure, look, connect } }: { connection: Connection }) {
  if (!failure) return null;
  const isCheck = failure.title === CHECK_FAILED;
  const again = isCheck ? look : connect;
  return (
    <Banner
      action={
        failure.signIn ? (
          <a className={buttonClass()} href={signInAddress()}>
            Sign in
          </a>
        ) : (
          <Button onClick={() => void again()}>Try again</Button>
        )
      }
    >
      <b>{failure.title}</b>
      {failure.detail !== null && <p>{failure.detail}</p>}
      {isCheck && <p>This is the most recent status we loaded.</p>}
    </Banner>
  );
}

interface DisconnectProps {
  account: string;
  connection: Connection;
}

function Disconnect({ account, connection: { working, disconnect } }: DisconnectProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="danger"
        working={working === 'disconnect'}
        workingText="Processing..."
        onClick={() => setAsking(true)}
      >
        Disconnect
      </Button>
      <Confirm
        open={asking}
        title={`Disconnect Stripe account ${account}?`}
        action="Disconnect account"
        cancel="Keep it connected"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void disconnect();
        }}
      >
        Homeowners can’t pay online until you reconnect. Open checkouts will be canceled. Past payments, refunds and
        disputes stay on record.
      </Confirm>
    </>
  );
}

/** Whether Stripe no longer gives us access to the account. */
const isLost = ({ accountId, connected, step }: ConnectionView): boolean =>
  accountId !== null && !connected && step === 'reconnect';

function Missing({ state }: { state: ConnectionView }) {
  const { missing, checking, disabledReason, connected } = state;
  const lost = isLost(state);
  if (missing.length === 0 && disabledReason === null && !checking) return null;
  return (
    <Note tone={lost ? 'flag' : connected ? 'chalk' : 'pine'} icon={lost && <CircleAlert className="i" aria-hidden />}>
      <p>
        {disabledReason ??
          (connected ? 'Stripe will soon need more information from you.' : 'Stripe needs more information from you.')}
      </p>
      {missing.length > 0 && (
        <ul className="pay-missing">
          {missing.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
      {checking && <p>Stripe is reviewing your information. You don’t need to do anything.</p>}
    </Note>
  );
}

/**
 * Shows whether the account can accept payments. Homeowners can't pay if there's no account or we lost access to it.
 */
const ConnectedBadge = ({ connected, lost }: { connected: boolean; lost: boolean }) => (
  <Badge
    tone={connected ? 'paid' : lost ? 'flag' : 'line'}
    icon={connected ? <Check className="i" aria-hidden /> : <Unplug className="i" aria-hidden />}
  >
    {connected ? 'Connected' : lost ? 'Access lost' : 'Not connected'}
  </Badge>
);

const OwnersConnect = () => <p className="sm muted">Only owners can connect or disconnect the payment account.</p>;

interface AccountStateProps {
  state: ConnectionView;
  connection: Connection;
  /** Whether 'Connect' is the primary button. False while a save bar has the primary button. */
  primary: boolean;
  /** Shown at the end of the section. */
  children?: ReactNode;
}

/** The button that opens Stripe. It isn't shown if the contractor can't do anything there. */
function ToStripe({ state, connection: { working, connect }, primary }: AccountStateProps) {
  const { connected, missing, step } = state;
  const label = connected ? 'Continue on Stripe' : step === 'reconnect' ? 'Connect again' : 'Finish connecting';
  if (connected ? missing.length === 0 : step === 'wait') return null;
  return (
    <Button
      variant={primary && !connected ? 'primary' : 'default'}
      working={working === 'connect'}
      workingText="Processing..."
      onClick={() => void connect()}
    >
      {label}
    </Button>
  );
}

function Account(props: AccountStateProps & { account: string }) {
  const { account, state, connection } = props;
  const { working, look } = connection;
  const { own } = useMay();
  const shown = account.slice(0, ID_LENGTH);
  return (
    <>
      <Missing state={state} />
      <div className="row flex-wrap pay-acts">
        {own && <ToStripe {...props} />}
        <Button working={working === 'check'} workingText="Checking..." onClick={() => void look()}>
          {isLost(state) ? 'Check connection' : 'Check again'}
        </Button>
        {own && <Disconnect account={shown} connection={connection} />}
      </div>
      {!own && <OwnersConnect />}
      <p className="hint">
        Stripe account <span className="num">{shown}</span>
      </p>
    </>
  );
}

/** Shows whether homeowners can pay and what is missing, with buttons to connect or disconnect. */
export function AccountState(props: AccountStateProps) {
  const { state, connection, primary, children } = props;
  const { accountId, available, connected, feeBasisPoints } = state;
  const { own } = useMay();
  return (
    <section aria-labelledby="account-title">
      <div className="stack-s">
        <div className="row flex-wrap between">
          <h2 id="account-title">Payment account</h2>
          {available && <ConnectedBadge connected={connected} lost={isLost(state)} />}
        </div>
        <p className="muted">
          Homeowners pay by card or bank, straight to your own Stripe account.
          {feeBasisPoints > 0 && ` ${productName} keeps ${formatBasisPoints(feeBasisPoints)} of each payment.`}
        </p>
      </div>
      <Failed connection={connection} />
      {!available && <Note>Online payment isn’t set up on this server yet.</Note>}
      {available && accountId !== null && <Account {...props} account={accountId} />}
      {available && accountId === null && (
        <div className="stack justify-items-start">
          {own ? (
            <Button
              variant={primary ? 'primary' : 'default'}
              working={connection.working === 'connect'}
              workingText="Processing..."
              onClick={() => void connection.connect()}
            >
              Connect Stripe
            </Button>
          ) : (
            <OwnersConnect />
          )}
          <p className="sm muted">
            Stripe asks for your business details, your ID and a bank account. Setup takes about ten minutes.
          </p>
        </div>
      )}
      {children}
    </section>
  );
}
