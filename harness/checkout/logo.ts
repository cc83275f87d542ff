/** A logo of a shop: a chessboard of 184 by 184 pixels, as PNG (legacy, Checkout app, Logo). */
export const logoPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAALgAAAC4CAAAAAB1WHkbAAAAt0lEQVR42u3asREAQARFQeXov8HTgMsNKxZs/OZH9vf6m/Md4ODg4ODg4ODg4ODg4ODgW+DjhZ9vcHBwcHBwcHBwcHBwcHDwNXBBCBwcHBwcHBwcHBwcHBwc3HpCyQIHBwcHBwcHBwcHBwcHt54QhMDBwcHBwcHBwcHBwcHBwa0nlCxwcHBwcHBwcHBwcHBwcOsJQQgcHBwcHBwcHBwcHBwcHNx6QskCBwcHBwcHBwcHBwcHBz8JL9E5N1WpQgCOAAAAAElFTkSuQmCC',
  'base64',
);
