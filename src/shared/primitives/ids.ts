import { z } from 'zod';

/** A UUID of one kind of record. The type prevents, for example, a lead's id from being used as an estimate's id. */
export type Id<Kind extends string> = string & { readonly kind: Kind };

export type UserId = Id<'user'>;
export type CompanyId = Id<'company'>;
export type LeadId = Id<'lead'>;
export type EstimateId = Id<'estimate'>;
export type EstimateOptionId = Id<'estimate-option'>;
export type PaymentId = Id<'payment'>;
export type MaterialId = Id<'material'>;
export type ScheduleId = Id<'schedule'>;
export type MessageId = Id<'message'>;
export type FeedbackId = Id<'feedback'>;
export type OrganizationId = Id<'organization'>;
export type PipelineId = Id<'pipeline'>;
export type StageId = Id<'stage'>;
export type DealId = Id<'deal'>;
export type InvitationId = Id<'invitation'>;
export type ConversationId = Id<'conversation'>;
export type FactId = Id<'fact'>;
export type VisitId = Id<'visit'>;
export type ChangeId = Id<'change'>;

/** A UUID in lower case, as Postgres writes it, so that ids can be compared as strings. */
export const uuidSchema = (hint = 'This isn’t a valid ID') => z.uuid(hint).toLowerCase();

const idSchema = <Kind extends string>() => uuidSchema().transform((value) => value as Id<Kind>);

export const userIdSchema = idSchema<'user'>();
export const companyIdSchema = idSchema<'company'>();
export const leadIdSchema = idSchema<'lead'>();
export const estimateIdSchema = idSchema<'estimate'>();
export const paymentIdSchema = idSchema<'payment'>();
export const messageIdSchema = idSchema<'message'>();
export const materialIdSchema = idSchema<'material'>();
export const feedbackIdSchema = idSchema<'feedback'>();
export const organizationIdSchema = idSchema<'organization'>();
export const pipelineIdSchema = idSchema<'pipeline'>();
export const stageIdSchema = idSchema<'stage'>();
export const dealIdSchema = idSchema<'deal'>();
export const conversationIdSchema = idSchema<'conversation'>();
export const factIdSchema = idSchema<'fact'>();
export const visitIdSchema = idSchema<'visit'>();
export const changeIdSchema = idSchema<'change'>();
export const invitationIdSchema = idSchema<'invitation'>();
