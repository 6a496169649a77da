//! The result of each phase on small graphs.

use expect_test::{Expect, expect};

use super::sketch::{changed, orders, picture, ranks, reversed, watch, whole};
use crate::acyclic;
use crate::job::at_once;

#[track_caller]
fn check(actual: &str, expected: Expect) {
    expected.assert_eq(actual);
}

#[test]
fn nothing_is_reversed_where_there_is_no_cycle() {
    check(&reversed("a>b a>c b>d c>d"), expect![""]);
}

#[test]
fn the_edge_that_closes_a_cycle_is_reversed() {
    check(&reversed("a>b b>c c>a"), expect!["c>a"]);
    check(&reversed("a>b b>c c>d d>b"), expect!["d>b"]);
}

#[test]
fn few_edges_are_reversed() {
    // One edge is in both cycles.
    check(&reversed("a>b b>c c>a0 b0>d d>a1"), expect!["a>b"]);
}

#[test]
fn an_edge_meant_as_feedback_is_reversed_first() {
    check(&reversed("a>b! b>c c>a"), expect!["a>b!"]);
    // But only if needed.
    check(&reversed("a>b! b>c"), expect![""]);
}

#[test]
fn an_edge_from_a_vertex_to_itself_is_reversed() {
    check(&reversed("a>b b>b"), expect!["b>b"]);
}

#[test]
fn parallel_edges_are_reversed_together() {
    check(&reversed("a0>b0 a1>b1 b>a"), expect!["b>a"]);
}

#[test]
fn ranks_follow_the_longest_path() {
    check(&ranks("a>b b>c a>c"), expect!["a | b | c"]);
}

#[test]
fn ranks_make_edges_short() {
    // `e` could be in the first rank, but its edge is shorter next to its successor.
    check(&ranks("a>b b>c c>d0 e>d1"), expect!["a | b | ce | d"]);
    // One edge becomes longer rather than two.
    check(&ranks("a>b b>c c>d a>e e>f0 d>f1 e>g"), expect!["a | be | cg | d | f"]);
}

#[test]
fn a_long_edge_has_a_dummy_in_each_rank_and_shares_them() {
    check(&orders("a>b b>c c>d0 a>d1", false), expect!["a | b. | c. | d"]);
    // Two edges from one port make one chain.
    check(&orders("a>b b>c c>d0 a>d1 a>c1", false), expect!["a | b. | c. | d"]);
}

#[test]
fn orders_have_no_needless_crossing() {
    check(&orders("a>e a>f b>d b>e0 c>d1", false), expect!["abc | fed"]);
}

#[test]
fn ports_decide_the_order() {
    check(&orders("a0>c a1>b", false), expect!["a | cb"]);
}

#[test]
fn free_ports_change_places_to_save_a_crossing() {
    check(&orders("a0>d1 b0>d0 c>a c>b", false), expect!["c | ba | d"]);
    check(&orders("a0>c1 a1>c0", true), expect!["a | c"]);
}

#[test]
fn a_fan_is_drawn_around_the_middle() {
    check(
        &picture("a>b a>c a>d"),
        expect![[r#"
                 bbbbbb
               +-bbbbbb
               | bbbbbb
               |
               |
        aaaaaa | cccccc
        aaaaaa-+-cccccc
        aaaaaa | cccccc
               |
               |
               | dddddd
               +-dddddd
                 dddddd
    "#]],
    );
}

#[test]
fn long_edges_are_straight() {
    check(
        &picture("a>b b>c c>d0 a>d1"),
        expect![[r#"
        aaaaaa   bbbbbb   cccccc   dddddd
        aaaaaa-+-bbbbbb---cccccc---dddddd
        aaaaaa | bbbbbb   cccccc   dddddd
               |                 +-dddddd
               +-----------------+ dddddd
    "#]],
    );
}

#[test]
fn a_chain_with_a_feeder_for_each_box_has_no_slope() {
    check(
        &picture("a>b0 u>b1 b>c0 v>c1 c>d0 w>d1 d>e0 x>e1 e>f0 y>f1 f>g0 z>g1"),
        expect![[r#"
            aaaaaa   bbbbbb   cccccc   dddddd   eeeeee   ffffff   gggggg
            aaaaaa---bbbbbb---cccccc---dddddd---eeeeee---ffffff---gggggg
            aaaaaa   bbbbbb   cccccc   dddddd   eeeeee   ffffff   gggggg
                   +-bbbbbb +-cccccc +-dddddd +-eeeeee +-ffffff +-gggggg
                   | bbbbbb | cccccc | dddddd | eeeeee | ffffff | gggggg
            uuuuuu |        |        |        |        |        |
            uuuuuu-+        |        |        |        |        |
            uuuuuu   vvvvvv | wwwwww | xxxxxx | yyyyyy | zzzzzz |
                     vvvvvv-+ wwwwww-+ xxxxxx-+ yyyyyy-+ zzzzzz-+
                     vvvvvv   wwwwww   xxxxxx   yyyyyy   zzzzzz
        "#]],
    );
}

#[test]
fn an_edge_back_goes_round_its_boxes() {
    check(
        &picture("a>b b>c c>a1"),
        expect![[r#"
             +------------------------+
             |aaaaaa   bbbbbb   cccccc|
             |aaaaaa---bbbbbb---cccccc+
             |aaaaaa   bbbbbb   cccccc
             +aaaaaa
              aaaaaa
        "#]],
    );
}

#[test]
fn an_edge_to_its_own_vertex_goes_round_it() {
    check(
        &picture("a>b0 b>b1"),
        expect![[r#"
               +-------+
        aaaaaa | bbbbbb|
        aaaaaa-+-bbbbbb+
        aaaaaa | bbbbbb
               +-bbbbbb
                 bbbbbb
    "#]],
    );
}

#[test]
fn tracks_cross_as_little_as_can_be() {
    check(
        &picture("a0>b1 a1>b2 a2>b0"),
        expect![[r#"
                 bbbbbb
               +-bbbbbb
        aaaaaa | bbbbbb
        aaaaaa-+-bbbbbb
        aaaaaa | bbbbbb
        aaaaaa-+-bbbbbb
        aaaaaa | bbbbbb
        aaaaaa-+
        aaaaaa
    "#]],
    );
}

#[test]
fn cycles_through_all_of_a_large_graph_end() {
    // A wheel: every vertex leads to the next two.
    let n = 40;
    let name = |it: usize| char::from(b'A' + (it % n) as u8);
    let edges = (0..n).flat_map(|it| [(it, it + 1), (it, it + 2)]);
    let text: Vec<String> = edges.map(|(a, b)| format!("{}>{}", name(a), name(b))).collect();
    let (flat, _) = super::sketch::flat(&text.join(" "));
    let reversed = at_once(acyclic::reversed(&flat, &mut watch()));
    let n_reversed = reversed.into_iter().filter(|&it| it).count();
    assert_eq!(n_reversed, 3);
}

#[test]
fn parts_are_packed_in_rows() {
    check(
        &whole("", "a>b c>d d>e e>f g>h i>j"),
        expect![[r#"
            aaaaaa   bbbbbb
            aaaaaa---bbbbbb
            aaaaaa   bbbbbb



            cccccc   dddddd   eeeeee   ffffff
            cccccc---dddddd---eeeeee---ffffff
            cccccc   dddddd   eeeeee   ffffff



            gggggg   hhhhhh  iiiiii   jjjjjj
            gggggg---hhhhhh  iiiiii---jjjjjj
            gggggg   hhhhhh  iiiiii   jjjjjj
        "#]],
    );
}

#[test]
fn an_edge_crosses_the_border_of_a_group_at_a_port() {
    check(
        &whole("G:bc", "a>b b>c c>d a>e0 e>d1"),
        expect![[r#"
                 GGGGGGGGGGGGGGGGGGGGGGG
        aaaaaa   G   bbbbbb   cccccc   G   dddddd
        aaaaaa-+-----bbbbbb---cccccc-------dddddd
        aaaaaa | G   bbbbbb   cccccc   G   dddddd
               | GGGGGGGGGGGGGGGGGGGGGGG +-dddddd
               |                         | dddddd
               |                         |
               |          eeeeee         |
               +----------eeeeee---------+
                          eeeeee
    "#]],
    );
}

/// Two edges from one port into a group share its port; the frames keep apart.
#[test]
fn groups_are_boxes_of_the_group_around() {
    check(
        &whole("G:Hd H:bc", "a>b a>c b>d0 c>d1 d>e"),
        expect![[r#"
                 GGGGGGGGGGGGGGGGGGGGGGGGGGGGGGG
                 G   HHHHHHHHHHHHHH            G
        aaaaaa   G   H   bbbbbb   H            G
        aaaaaa---------+-bbbbbb-----+          G
        aaaaaa   G   H | bbbbbb   H |          G
                 G   H |          H | dddddd   G   eeeeee
                 G   H |          H +-dddddd-------eeeeee
                 G   H | cccccc   H   dddddd   G   eeeeee
                 G   H +-cccccc-------dddddd   G
                 G   H   cccccc   H   dddddd   G
                 G   HHHHHHHHHHHHHH            G
                 GGGGGGGGGGGGGGGGGGGGGGGGGGGGGGG
    "#]],
    );
}

/// On a side of a frame without a port there is room to turn around.
#[test]
fn a_line_turns_around_inside_a_frame_with_ports_on_one_side() {
    check(
        &whole("G:b", "b>b b>c"),
        expect![[r#"
        GGGGGGGGGGGGG
        G +-------+ G
        G |bbbbbb | G   cccccc
        G +bbbbbb-+-----cccccc
        G  bbbbbb   G   cccccc
        GGGGGGGGGGGGG
    "#]],
    );
    check(
        &whole("G:b", "a>b b>b"),
        expect![[r#"
                 GGGGGGGGGGGGG
                 G +-------+ G
        aaaaaa   G | bbbbbb| G
        aaaaaa-----+-bbbbbb+ G
        aaaaaa   G   bbbbbb  G
                 GGGGGGGGGGGGG
    "#]],
    );
}

#[test]
fn what_is_new_finds_room_and_the_rest_stays() {
    check(
        &changed("a>b a>c b>d0 c>d1", "a>b a>c b>d0 c>d1 a>x x>d2"),
        expect![[r#"
            aaaaaa   bbbbbb   dddddd
            aaaaaa-+-bbbbbb---dddddd
            aaaaaa | bbbbbb   dddddd
                   |        +-dddddd
                   |        | dddddd
                   | cccccc |+dddddd
                   +-cccccc-+|dddddd
                   | cccccc  |
                   |         |
                   |         |
                   | xxxxxx  |
                   +-xxxxxx--+
                     xxxxxx
        "#]],
    );
    check(
        &changed("a>b b>c", "a>x x>b b>c"),
        expect![[r#"
        aaaaaa   xxxxxx   bbbbbb   cccccc
        aaaaaa---xxxxxx---bbbbbb---cccccc
        aaaaaa   xxxxxx   bbbbbb   cccccc
    "#]],
    );
}

#[test]
fn what_is_left_stays_when_something_goes() {
    check(
        &changed("a>b a>c a>d b>e0 c>e1 d>e2", "a>b a>d b>e0 d>e2"),
        expect![[r#"
                 bbbbbb
               +-bbbbbb-+
               | bbbbbb |
               |        | eeeeee
               |        +-eeeeee
        aaaaaa |          eeeeee
        aaaaaa-+          eeeeee
        aaaaaa |          eeeeee
               |        +-eeeeee
               |        | eeeeee
               | dddddd |
               +-dddddd-+
                 dddddd
    "#]],
    );
}
