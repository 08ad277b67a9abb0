import { describe, expect, it } from "vitest";
import { flowOf } from "./flow";

describe("where money went", () => {
  it("goes from the payer to the owner", () => {
    expect(flowOf({ event: "rent-paid", payer: 1, owner: 0, deed: "oriental", amount: 6 })).toEqual({
      from: 1,
      to: 0,
      amount: 6,
    });
  });
  it("goes to the Bank and comes from it", () => {
    expect(flowOf({ event: "bought", seat: 2, deed: "oriental", amount: 100 })).toEqual({
      from: 2,
      to: "bank",
      amount: 100,
    });
    expect(flowOf({ event: "salary-paid", seat: 2, amount: 200 })).toEqual({ from: "bank", to: 2, amount: 200 });
    expect(flowOf({ event: "paid", seat: 1, to: "pot", amount: 75, cause: "tax" })).toEqual({
      from: 1,
      to: "bank",
      amount: 75,
    });
  });
  it("is nothing where nothing was paid", () => {
    expect(flowOf({ event: "passed", seat: 1 })).toBeNull();
  });
});
