import {
  Ban,
  CalendarClock,
  Check,
  CheckCheck,
  CircleAlert,
  CircleDollarSign,
  CircleQuestionMark,
  Clock,
  Eye,
  Layers,
  Loader,
  type LucideIcon,
  Pencil,
  PenLine,
  Send,
  SkipForward,
  TriangleAlert,
  Undo2,
  X,
} from 'lucide-react';
import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import type { MessageStatus } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { Badge, type BadgeTone } from './badge.tsx';

interface Look {
  word: string;
  icon: LucideIcon;
  tone: BadgeTone;
}

const ESTIMATE: Record<EstimateStatus, Look> = {
  draft: { word: 'Draft', icon: Pencil, tone: 'line' },
  sent: { word: 'Sent', icon: Send, tone: 'sent' },
  viewed: { word: 'Viewed', icon: Eye, tone: 'sent' },
  accepted: { word: 'Accepted', icon: PenLine, tone: 'paid' },
  declined: { word: 'Declined', icon: X, tone: 'flag' },
  deposit_paid: { word: 'Deposit paid', icon: CircleDollarSign, tone: 'paid' },
  paid: { word: 'Paid', icon: Check, tone: 'paid' },
  refunded: { word: 'Refunded', icon: Undo2, tone: 'plain' },
  disputed: { word: 'Disputed', icon: TriangleAlert, tone: 'flagfill' },
  expired: { word: 'Expired', icon: Clock, tone: 'line' },
  superseded: { word: 'Superseded', icon: Layers, tone: 'line' },
};

const MESSAGE: Record<MessageStatus, Look> = {
  draft: { word: 'Draft', icon: Pencil, tone: 'line' },
  scheduled: { word: 'Scheduled', icon: CalendarClock, tone: 'plain' },
  sending: { word: 'Sending', icon: Loader, tone: 'sent' },
  sent: { word: 'Sent', icon: Send, tone: 'sent' },
  delivered: { word: 'Delivered', icon: CheckCheck, tone: 'paid' },
  failed: { word: 'Failed', icon: CircleAlert, tone: 'flag' },
  cancelled: { word: 'Canceled', icon: Ban, tone: 'line' },
  skipped: { word: 'Skipped', icon: SkipForward, tone: 'line' },
  unknown: { word: 'Unconfirmed', icon: CircleQuestionMark, tone: 'contacted' },
};

const StateBadge = ({ look: { word, icon: Icon, tone } }: { look: Look }) => (
  <Badge tone={tone} icon={<Icon className="i" aria-hidden />}>
    {word}
  </Badge>
);

/** Whether a string from the database is a known estimate status. */
export const isEstimateStatus = (value: string): value is EstimateStatus => Object.hasOwn(ESTIMATE, value);

interface EstimateStateProps {
  status: EstimateStatus;
  /** Whether only a part of what was received was refunded. */
  partly?: boolean;
}

/** An estimate's detailed status: an icon and one or two words in the past tense. */
export const EstimateStateBadge = ({ status, partly = false }: EstimateStateProps) => {
  const look = ESTIMATE[status];
  return <StateBadge look={status === 'refunded' && partly ? { ...look, word: 'Partly refunded' } : look} />;
};

/** The delivery status of one message. */
export const MessageStateBadge = ({ status }: { status: MessageStatus }) => <StateBadge look={MESSAGE[status]} />;
