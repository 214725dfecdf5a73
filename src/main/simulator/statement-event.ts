/** @file The event that announces a statement. */

/** The webhook payload of section 2.9. `event.url` is a secret. */
export interface StatementEvent {
  readonly eventId: string;
  readonly eventType: 'wallet.statement.generated';
  readonly createdAt: string;
  readonly event: {
    readonly walletId: number;
    readonly companyId: string;
    readonly createdAt: string;
    readonly dateFrom: string;
    readonly dateTill: string;
    readonly transactionCount: number;
    readonly url: string;
  };
}
