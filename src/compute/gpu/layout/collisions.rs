//! `shaders/collisions.wgsl`: the members of buckets.

shared! {
    /// `u32`s of a member: the index of the candidate, then in a short bucket the number of members before
    /// it in the same bucket, in a long bucket the number of members of the bucket.
    const MEMBER_U32S: u32 = 2;
}
