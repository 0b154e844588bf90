import {
  PUSH_EVENTS,
  PUSH_SHOWS,
  type PushChoices,
  type PushDeviceView,
  type PushEvent,
  type PushShows,
} from '#shared/features/push/push.schema.ts';
import { formatDay } from '../../lib/dates.ts';
import { problemOf } from '../../lib/errors.ts';
import { Banner, Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { PushAbility } from './push-browser.ts';
import './push.css';
import { type Push, usePush } from './use-push.ts';

const EVENT: Record<PushEvent, string> = {
  lead: 'A new lead arrives',
  viewed: 'An estimate is viewed',
  accepted: 'An estimate is accepted',
  reply: 'A homeowner sends a message',
  paid: 'A payment arrives',
};

const SHOWS: Record<PushShows, string> = {
  nothing: 'Nothing about the homeowner',
  name_feet: 'First name and fence length',
  details: 'First name, fence length, price and town',
};

const WHY_NOT: Record<Exclude<PushAbility, 'ready'>, string> = {
  blocked:
    'Notifications from this site are blocked in this browser. Allow them in the browser’s site settings, then refresh this page.',
  'install-first':
    'Add this page to your Home Screen first. Tap Share, then Add to Home Screen. Then open the page from there.',
  unsupported: 'This browser can’t show notifications. Use Chrome, Edge, Firefox or Safari.',
};

const QUIET = { from: '21:00', until: '07:00' };

interface ChoicesProps {
  choices: PushChoices;
  choose: Push['choose'];
}

function Events({ choices, choose }: ChoicesProps) {
  const toggle = (event: PushEvent, on: boolean) =>
    choose({ ...choices, events: PUSH_EVENTS.filter((one) => (one === event ? on : choices.events.includes(one))) });
  return (
    <fieldset className="push-events">
      <legend className="label">Tell me when</legend>
      {PUSH_EVENTS.map((event) => (
        <Switch
          key={event}
          label={EVENT[event]}
          checked={choices.events.includes(event)}
          onChange={({ target }) => toggle(event, target.checked)}
        />
      ))}
    </fieldset>
  );
}

function QuietHours({ choices, choose }: ChoicesProps) {
  const { quiet } = choices;
  const set = (change: Partial<typeof QUIET>) => {
    const next = { ...(quiet ?? QUIET), ...change };
    if (next.from !== '' && next.until !== '' && next.from !== next.until) choose({ ...choices, quiet: next });
  };
  return (
    <div className="stack gap-2">
      <Switch
        label="Quiet hours"
        checked={quiet !== null}
        onChange={({ target }) => choose({ ...choices, quiet: target.checked ? QUIET : null })}
      />
      {quiet && (
        <>
          <div className="push-times">
            <Field label="From">
              <Input
                type="time"
                className="num"
                value={quiet.from}
                onChange={({ target }) => set({ from: target.value })}
              />
            </Field>
            <Field label="Until">
              <Input
                type="time"
                className="num"
                value={quiet.until}
                onChange={({ target }) => set({ until: target.value })}
              />
            </Field>
          </div>
          <p className="sm muted">
            In your company’s time zone. Notifications are held during these hours and shown afterward.
          </p>
        </>
      )}
    </div>
  );
}

function Choices(props: ChoicesProps) {
  const { choices, choose } = props;
  return (
    <div className="stack push-choices">
      <Events {...props} />
      <Field label="Show on the lock screen">
        <Select
          value={choices.shows}
          onChange={({ target }) => {
            const shows = PUSH_SHOWS.find((one) => one === target.value);
            if (shows) choose({ ...choices, shows });
          }}
        >
          {PUSH_SHOWS.map((shows) => (
            <option key={shows} value={shows}>
              {SHOWS[shows]}
            </option>
          ))}
        </Select>
      </Field>
      <QuietHours {...props} />
    </div>
  );
}

function OtherDevice({ device, onForget }: { device: PushDeviceView; onForget: () => void }) {
  return (
    <li className="session">
      <div className="grow">
        <p className="font-semibold">{device.label}</p>
        <p className="sm muted">Since {formatDay(device.createdAt)}</p>
      </div>
      <Button aria-label={`Turn off notifications: ${device.label}`} onClick={onForget}>
        Turn off
      </Button>
    </li>
  );
}

/** Settings for notifications on this device, and a list of the user's other devices. */
export function PushSection() {
  const push = usePush();
  const { settings, ability, own, others } = push;
  return (
    <section aria-labelledby="push-title">
      <div className="stack-s">
        <h2 id="push-title">Notifications</h2>
        <p className="muted">
          Get notifications on this device within seconds. If notifications are off on every device, we’ll text your
          confirmed number about new leads.
        </p>
      </div>
      {settings.isPending && <SkeletonRows rows={1} height={44} label="Loading your notifications" />}
      {settings.isError && (
        <Banner action={<Button onClick={() => void settings.refetch()}>Try again</Button>}>
          {problemOf(settings.error).message}
        </Banner>
      )}
      {settings.data && (
        <>
          {ability === 'ready' || own ? (
            <Switch
              label="Notifications on this device"
              checked={own !== undefined}
              aria-busy={push.turning}
              onChange={({ target }) => push.turn(target.checked)}
            />
          ) : (
            <Note>{WHY_NOT[ability]}</Note>
          )}
          {own && <Choices choices={own.choices} choose={push.choose} />}
          {others.length > 0 && (
            <div>
              <h3>Other devices</h3>
              <ul>
                {others.map((device) => (
                  <OtherDevice key={device.id} device={device} onForget={() => push.forget(device.id)} />
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    </section>
  );
}
