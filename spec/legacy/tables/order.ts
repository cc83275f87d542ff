import { z } from 'zod';

/** The order object of Authorize, where each line has an id (legacy, Endpoints, Authorize). */
export const orderRequest = z.object({
  items: z.array(z.object({ item_id: z.string(), title: z.string(), amount: z.number(), quantity: z.int() })),
  tax: z.number().optional(),
  shipping: z.number().optional(),
  total_amount: z.number(),
  order_ref: z.string().optional(),
});

/** The order object of Update, where a line's id may be left out (legacy, Endpoints, Update). */
export const updatedOrderRequest = z.object({
  ...orderRequest.shape,
  items: z.array(
    z.object({ item_id: z.string().optional(), title: z.string(), amount: z.number(), quantity: z.int() }),
  ),
});
