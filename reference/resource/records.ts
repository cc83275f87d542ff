/** Merchant-defined pairs (resource, Limits). */
export type Metadata = Readonly<Record<string, string>>;

export type PaymentStatus = 'AUTHORIZED' | 'CLOSED' | 'REJECTED';
export type TokenStatus = 'ACTIVE' | 'SUSPENDED' | 'DELETED';
export type ConsumerStatus = 'ACTIVE' | 'SUSPENDED';

export interface Buyer {
  readonly name1: string;
  readonly name2: string;
  readonly email: string;
  readonly phone: string;
}

export interface Item {
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly unit_price: number;
  readonly quantity: number;
}

export interface Order {
  readonly items: readonly Item[];
  readonly tax: number;
  readonly shipping: number;
  readonly order_ref: string;
}

export interface ShippingAddress {
  readonly line1?: string | undefined;
  readonly line2?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly zip: string;
}

/** A capture as it is kept; instants are ms since the epoch. */
export interface Capture {
  readonly id: string;
  readonly createdAt: number;
  readonly amount: number;
  readonly tax: number;
  readonly shipping: number;
  readonly items: readonly Item[];
  readonly metadata: Metadata;
}

export interface Refund {
  readonly id: string;
  readonly createdAt: number;
  readonly captureId: string;
  readonly amount: number;
  readonly reason: string;
  readonly metadata: Metadata;
}

/** A payment as it is kept. Immutable: a transition stores a new one. */
export interface Payment {
  readonly id: string;
  /** The token that it was made with; single payments have none. */
  readonly tokenId?: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly storeName: string;
  readonly test: boolean;
  readonly status: PaymentStatus;
  readonly buyer: Buyer;
  readonly order: Order;
  readonly shippingAddress: ShippingAddress;
  readonly captures: readonly Capture[];
  readonly refunds: readonly Refund[];
  readonly metadata: Metadata;
}

export interface Suspension {
  readonly timestamp: number;
  readonly authority: 'merchant' | 'consumer';
}

/** A token as it is kept. Immutable: a transition stores a new one. */
export interface Token {
  readonly id: string;
  readonly merchantId: string;
  readonly walletId: string;
  readonly status: TokenStatus;
  readonly origin: Buyer;
  readonly description: string;
  readonly metadata: Metadata;
  readonly consumerId: string;
  readonly suspensions: readonly Suspension[];
  readonly test: boolean;
  readonly versionNr: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly activatedAt: number;
  readonly deletedAt: number | null;
}
