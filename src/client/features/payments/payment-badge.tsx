import { Check, CircleAlert, Loader, type LucideIcon, TriangleAlert, Undo2, X } from 'lucide-react';
import { PAYMENT_STATUS_LABEL } from '#shared/features/payments/payment.words.ts';
import type { PaymentStatus } from '#shared/features/payments/payment-status.rules.ts';
import type { PaymentView } from '#shared/features/payments/payments.schema.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const LOOK: Record<PaymentStatus, { icon: LucideIcon; tone: BadgeTone }> = {
  open: { icon: Loader, tone: 'line' },
  processing: { icon: Loader, tone: 'sent' },
  succeeded: { icon: Check, tone: 'paid' },
  failed: { icon: CircleAlert, tone: 'flag' },
  expired: { icon: X, tone: 'line' },
  canceled: { icon: X, tone: 'line' },
  partially_refunded: { icon: Undo2, tone: 'plain' },
  refunded: { icon: Undo2, tone: 'plain' },
  disputed: { icon: TriangleAlert, tone: 'flagfill' },
  dispute_lost: { icon: TriangleAlert, tone: 'flag' },
  voided: { icon: X, tone: 'line' },
};

/** A payment's status: an icon and one or two words. A refunded payment is never shown as just 'Paid' (S16). */
export function PaymentBadge({ status, extra }: Pick<PaymentView, 'status' | 'extra'>) {
  const twice = extra && status === 'succeeded';
  const { icon: Icon, tone } = twice ? { icon: TriangleAlert, tone: 'flag' as const } : LOOK[status];
  return (
    <Badge tone={tone} icon={<Icon className="i" aria-hidden />}>
      {twice ? 'Paid too much' : PAYMENT_STATUS_LABEL[status]}
    </Badge>
  );
}
