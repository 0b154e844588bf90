import { Check, CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ConnectionView } from '#shared/features/payments/payments.schema.ts';
import { signInAddress } from '../../lib/errors.ts';
import { useMay } from '../../lib/role.ts';
import { productName } from '../../lib/product.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner, Note } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { CHECK_FAILED, type Connection } from './use-connection.ts';

/** How many characters of the account's id are shown (spec, section 2). */
const ID_LENGTH = 20;

/** Formats '1%' or '0.75%'. */
const rate = (basisPoints: number): string => `${Number((basisPoints / 100).toFixed(2))}%`;

function Failed({ connection: { failure, look, connect } }: { connection: Connection }) {
  if (!failure) return null;
  const isCheck = failure.title === CHECK_FAILED;
  const again = isCheck ? look : connect;
  return (
    <Banner
      action={
        failure.signIn ? (
          <a className={buttonClass()} href={signInAddress()}>
            Log in
          </a>
        ) : (
          <Button onClick={() => void again()}>Try again</Button>
        )
      }
    >
      <b>{failure.title}</b>
      {failure.detail !== null && <p>{failure.detail}</p>}
      {isCheck && <p>This is the last status we loaded.</p>}
    </Banner>
  );
}

function Disconnect({ account, connection: { working, disconnect } }: { account: string; connection: Connection }) {
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
        Homeowners can’t pay online until you reconnect. Open checkouts are canceled. Past payments, refunds and
        disputes stay on record.
      </Confirm>
    </>
  );
}

function Missing({ state }: { state: ConnectionView }) {
  const { missing, checking, disabledReason, connected } = state;
  if (missing.length === 0 && disabledReason === null && !checking) return null;
  return (
    <Note tone={connected ? 'chalk' : 'pine'}>
      <p>
        <b>{disabledReason ?? (connected ? 'Stripe will soon need more from you.' : 'Stripe needs more from you.')}</b>
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

const OwnersConnect = () => <p className="sm muted">Only owners connect and disconnect the payment account.</p>;

interface AccountStateProps {
  state: ConnectionView;
  connection: Connection;
  /** Whether 'Connect' is the primary button; false while a save bar has one. */
  primary: boolean;
}

function Account({ account, state, connection, primary }: AccountStateProps & { account: string }) {
  const { working, connect, look } = connection;
  const { connected, missing } = state;
  const { own } = useMay();
  const shown = account.slice(0, ID_LENGTH);
  return (
    <>
      <div className="row between flex-wrap">
        <p>
          <Badge
            tone={connected ? 'paid' : 'contacted'}
            icon={connected ? <Check className="i" aria-hidden /> : <CircleAlert className="i" aria-hidden />}
          >
            {connected ? 'Connected' : 'Not connected'}
          </Badge>
        </p>
        <p className="sm muted">
          Account <span className="num">{shown}</span>
        </p>
      </div>
      <Missing state={state} />
      <div className="row flex-wrap">
        {own && (!connected || missing.length > 0) && (
          <Button
            variant={primary && !connected ? 'primary' : 'default'}
            working={working === 'connect'}
            workingText="Processing..."
            onClick={() => void connect()}
          >
            {connected ? 'Continue at Stripe' : 'Finish connecting'}
          </Button>
        )}
        <Button working={working === 'check'} workingText="Checking..." onClick={() => void look()}>
          Check again
        </Button>
        {own && <Disconnect account={shown} connection={connection} />}
      </div>
      {!own && <OwnersConnect />}
    </>
  );
}

/** Whether homeowners can pay, what is missing, and buttons to connect or disconnect. */
export function AccountState(props: AccountStateProps) {
  const { state, connection, primary } = props;
  const { accountId, available, feeBasisPoints } = state;
  const { own } = useMay();
  return (
    <section aria-labelledby="account-title">
      <div className="stack-s">
        <h2 id="account-title">Payment account</h2>
        <p className="muted">
          Homeowners pay by card or bank, straight to your own Stripe account.
          {feeBasisPoints > 0 && ` ${productName} keeps ${rate(feeBasisPoints)} of each payment.`}
        </p>
      </div>
      <Failed connection={connection} />
      {!available && <Note>Online payment isn’t set up on this server yet.</Note>}
      {available && accountId !== null && <Account {...props} account={accountId} />}
      {available && accountId === null && (
        <div className="stack justify-items-start">
          <p>
            <Badge tone="line">Not connected</Badge>
          </p>
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
            Stripe asks for your business, your ID and a bank account. That takes about ten minutes.
          </p>
        </div>
      )}
    </section>
  );
}
